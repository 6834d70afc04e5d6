package org.attune.cluster.standalone;

import java.util.regex.Pattern;

/** Which requests the filters of Spark's pages refuse, and what they answer. */
final class Refusal {

  static final int FORBIDDEN = 403;
  static final String TYPE = "text/plain;charset=utf-8";
  static final String CLOSED = "The pages of this daemon are off.";
  static final String FOREIGN = "These pages are for this machine only.";

  private static final Pattern OWN = Pattern.compile("(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d+)?");

  private Refusal() {}

  /**
   * Whether a request names this machine as its host.
   *
   * @param host the header; null without one
   */
  static boolean isForThisMachine(String host) {
    return host != null && OWN.matcher(host).matches();
  }
}
