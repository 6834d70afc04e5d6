package org.attune.sweeps.stopping;

import org.attune.sweeps.search.Observation;
import org.attune.sweeps.search.Trial;

/**
 * Decides which running trials are worth their time.
 *
 * <p><b>Exact replay.</b> A rule is a function of the calls made to it, as a {@link
 * org.attune.sweeps.search.Search} is: a resumed sweep passes on what the journal holds, in its
 * order. What a rule decides is journalled before the trial is told, and from then on holds, even
 * if a later version of the rule would decide otherwise.
 *
 * <p>The trial goes on until its next report, so it may report a few steps more after the verdict;
 * these are passed on too, and their verdicts are not asked for. A trial that was stopped is not
 * finished: its result is of the step at which it ended. Used by one thread at a time.
 */
public interface StoppingRule {

  /** Name of the metric whose values it sees. */
  String metric();

  /**
   * Takes what a running trial measured.
   *
   * @param attempt from 1; a further attempt, as after a lost executor, reports its steps again
   * @param step the training step; grows within an attempt
   * @param value may be NaN or infinite: each rule says what it does then
   */
  Verdict report(Trial trial, int attempt, long step, double value);

  /** Says how a trial ended, whoever ended it. */
  default void ended(Observation observation) {}
}
