package org.attune.sweeps.event;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The machine of this process, as events name it. */
public final class ThisHost {

  private ThisHost() {}

  /** Returns its name; {@code localhost} where nobody knows it, as in some containers. */
  public static String name() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException unknown) {
      return "localhost";
    }
  }
}
