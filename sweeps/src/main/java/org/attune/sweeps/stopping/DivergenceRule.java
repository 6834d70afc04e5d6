package org.attune.sweeps.stopping;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Setting;
import org.attune.api.search.Objective;
import org.attune.api.search.Observation;
import org.attune.api.search.Trial;
import org.attune.api.stopping.StoppingKind;
import org.attune.api.stopping.StoppingRule;
import org.attune.api.stopping.Verdict;

/**
 * Ends a trial whose metric is no longer a number, or has passed a bound. A diverged run does not
 * recover, and another trial can use its time.
 *
 * <p>NaN and both infinities count as diverged; {@code reports} consecutive diverged reports end
 * the trial. A later attempt starts a new count.
 */
final class DivergenceRule implements StoppingRule {

  private static final String BOUND = "bound";

  static final StoppingKind KIND =
      new StoppingKind(
          "divergence",
          "ends a trial whose metric is not a number, or worse than a bound",
          "common practice",
          List.of(
              Setting.optional(
                  BOUND,
                  Domain.RealRange.closed(-Double.MAX_VALUE, Double.MAX_VALUE),
                  "values worse than this count as diverged; none do where absent"),
              Setting.standard(
                  "reports",
                  new Domain.IntegerRange(1, 1_000_000),
                  "1",
                  "reports in a row that must have diverged")),
          DivergenceRule::new);

  private final Objective objective;
  private final double bound;
  private final long reports;
  private final Map<String, Streak> streaks = new HashMap<>();

  /** Consecutive diverged reports of one attempt. */
  private record Streak(int attempt, long length) {}

  private DivergenceRule(StoppingKind.Setup setup) {
    this.objective = setup.objective();
    this.bound = setup.settings().find(BOUND).map(Double::parseDouble).orElse(Double.NaN);
    this.reports = setup.settings().integer("reports");
  }

  @Override
  public String metric() {
    return objective.metric();
  }

  @Override
  public Verdict report(Trial trial, int attempt, long step, double value) {
    boolean past = !Double.isNaN(bound) && objective.better(bound, value);
    if (Double.isFinite(value) && !past) {
      streaks.remove(trial.id());
      return Verdict.GO_ON;
    }
    Streak before = streaks.getOrDefault(trial.id(), new Streak(attempt, 0));
    long length = before.attempt == attempt ? before.length + 1 : 1;
    streaks.put(trial.id(), new Streak(attempt, length));
    return length < reports
        ? Verdict.GO_ON
        : new Verdict.Stop("%s diverged: %s at step %d".formatted(metric(), value, step));
  }

  @Override
  public void ended(Observation observation) {
    streaks.remove(observation.trial().id());
  }
}
