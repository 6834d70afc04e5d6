package org.attune.api.stopping;

import org.attune.api.search.Observation;
import org.attune.api.search.Trial;

/**
 * Decides which running trials should continue.
 *
 * <p><b>Exact replay.</b> A rule is a function of the calls made to it, like a {@link
 * org.attune.api.search.Search}: a resumed sweep replays the journal's events in order. A rule's
 * decision is journalled before the trial learns of it. From then on it stands, even if a later
 * version of the rule would decide otherwise.
 *
 * <p>A trial continues until its next report, so it may report a few more steps after the verdict.
 * The rule receives these too, but further verdicts are ignored. A stopped trial is not finished:
 * its result is from the step at which it ended. A verdict at a training's last step is ignored:
 * the trial finishes. One thread at a time uses a rule.
 *
 * <pre>{@code
 * // ends trials whose loss is not a number
 * final class NoNumber implements StoppingRule {
 *   public String metric() {
 *     return "loss";
 *   }
 *
 *   public Verdict report(Trial trial, int attempt, long step, double value) {
 *     return Double.isNaN(value) ? new Verdict.Stop("loss is NaN") : Verdict.GO_ON;
 *   }
 * }
 * }</pre>
 */
public interface StoppingRule {

  /** The name of the metric that it observes. */
  String metric();

  /**
   * Judges a running trial's measurement.
   *
   * @param attempt from 1; a later attempt, as after a lost executor, reports its steps again
   * @param step the training step; increases within an attempt, unless the trial's work reports a
   *     step again
   * @param value may be NaN or infinite: each rule documents its behaviour then
   */
  Verdict report(Trial trial, int attempt, long step, double value);

  /** Reports how a trial ended, for any reason. */
  default void ended(Observation observation) {}
}
