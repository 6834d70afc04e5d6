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

  /**
   * Let it leave its slot: it goes on from its checkpoint when nothing else is to be started.
   *
   * @param reason for people, such as "at step 100, until the others are"
   */
  record Pause(String reason) implements Verdict {}
}
