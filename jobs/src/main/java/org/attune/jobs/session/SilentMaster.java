package org.attune.jobs.session;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;

/** Finds out whether a standalone master still accepts connections. Spark does not tell. */
public final class SilentMaster {

  private static final String STANDALONE = "spark://";

  /** Milliseconds; a living master accepts a connection within one. */
  private static final int PATIENCE = 2_000;

  private SilentMaster() {}

  /** Whether a master is a standalone one. */
  public static boolean isStandalone(String master) {
    return master.startsWith(STANDALONE);
  }

  /**
   * Whether a master is a standalone one and accepts no connection. Takes up to 2 s for each
   * address.
   *
   * @param master {@code spark://HOST:PORT}, or several addresses after commas, or another kind
   */
  public static boolean is(String master) {
    return isStandalone(master)
        && Arrays.stream(master.substring(STANDALONE.length()).split(","))
            .noneMatch(SilentMaster::answers);
  }

  private static boolean answers(String address) {
    int colon = address.lastIndexOf(':');
    try (Socket socket = new Socket()) {
      String host = address.substring(0, colon);
      int port = Integer.parseInt(address.substring(colon + 1));
      socket.connect(new InetSocketAddress(host, port), PATIENCE);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
