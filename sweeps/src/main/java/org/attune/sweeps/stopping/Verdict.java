package org.attune.sweeps.stopping;

/** What a stopping rule decides about a running trial. */
public sealed interface Verdict {

  /** Nothing to decide. */
  Verdict GO_ON = new GoOn();

  /** Let it run. */
  record GoOn() implements Verdict {}

  /**
   * End it; what it has measured stands.
   *
   * @param reason for people, such as "no better for 5 reports"
   */
  record Stop(String reason) implements Verdict {}
}
