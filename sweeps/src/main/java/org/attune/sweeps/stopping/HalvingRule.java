package org.attune.sweeps.stopping;

import java.util.function.IntFunction;
import org.attune.api.search.Observation;
import org.attune.api.search.Trial;
import org.attune.api.stopping.StoppingRule;
import org.attune.api.stopping.Verdict;

/**
 * Ends the trials that are not among the best at the {@link Rungs} of their bracket.
 *
 * @param brackets the rungs of a trial, by the trial's index
 */
record HalvingRule(String metric, IntFunction<Rungs> brackets) implements StoppingRule {

  @Override
  public Verdict report(Trial trial, int attempt, long step, double value) {
    return brackets
        .apply(trial.index())
        .report(trial, step, value)
        .<Verdict>map(Verdict.Stop::new)
        .orElse(Verdict.GO_ON);
  }

  @Override
  public void ended(Observation end) {
    brackets.apply(end.trial().index()).ended(end);
  }
}
