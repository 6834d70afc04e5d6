package org.attune.sweeps.store;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The machine of this process, as events and locks name it. */
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

  /** This process from now on, as {@code node7, pid 4711, since 2026-11-29T22:10:03Z}. */
  public static String process() {
    Instant since = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    return name() + ", pid " + ProcessHandle.current().pid() + ", since " + since;
  }
}
