package org.attune.api.stopping;

/**
 * A stopping rule's decision about a running trial.
 *
 * <pre>{@code
 * String shown(Verdict verdict) {
 *   return verdict instanceof Verdict.Stop stop ? "stopped: " + stop.reason() : "";
 * }
 * }</pre>
 */
public sealed interface Verdict {

  /** No intervention. */
  Verdict GO_ON = new GoOn();

  /** Let the trial continue. */
  record GoOn() implements Verdict {}

  /**
   * End the trial; its measurements are its result.
   *
   * @param reason for people, such as "no better for 5 reports"
   */
  record Stop(String reason) implements Verdict {
    public Stop {
      Verdict.require(reason);
    }
  }

  /**
   * Pause the trial: it leaves its slot, and resumes from its checkpoint when nothing else can
   * start.
   *
   * @param reason for people, such as "at step 100, until the others are"
   */
  record Pause(String reason) implements Verdict {
    public Pause {
      Verdict.require(reason);
    }
  }

  private static void require(String reason) {
    if (reason == null) {
      throw new IllegalArgumentException("The reason of a verdict is null; say it in some words");
    }
  }
}
