package org.attune.cluster.standalone;

import java.util.Optional;
import java.util.regex.Pattern;

/** Which requests the filters of Spark's pages refuse, and what they answer. */
enum PageRefusal {
  /** Spark's masters and workers always serve pages; nobody needs them. */
  OF_ALL,

  /**
   * A website could give its own name this machine's address and so read pages on loopback (DNS
   * rebinding).
   */
  OF_OTHER_HOSTS;

  static final int FORBIDDEN = 403;
  static final String TYPE = "text/plain;charset=utf-8";

  /** The filters' parameter; without it they refuse all requests. */
  static final String OPEN_TO = "open-to";

  private static final String THIS_MACHINE = "this-machine";
  private static final Pattern OWN = Pattern.compile("(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d+)?");

  /**
   * What a filter refuses.
   *
   * @param openTo its parameter {@link #OPEN_TO}; null without one
   */
  static PageRefusal by(String openTo) {
    return THIS_MACHINE.equals(openTo) ? OF_OTHER_HOSTS : OF_ALL;
  }

  /**
   * Why a request is refused; empty if it is not.
   *
   * @param host its header {@code Host}; null without one
   */
  Optional<String> of(String host) {
    if (this == OF_ALL) {
      return Optional.of("The pages of this daemon are off.");
    }
    return host != null && OWN.matcher(host).matches()
        ? Optional.empty()
        : Optional.of("These pages are for this machine only.");
  }
}
