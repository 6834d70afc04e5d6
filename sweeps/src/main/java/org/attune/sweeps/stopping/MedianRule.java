package org.attune.sweeps.stopping;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.sweeps.catalog.Domain;
import org.attune.sweeps.catalog.Setting;
import org.attune.sweeps.search.Objective;
import org.attune.sweeps.search.Trial;

/**
 * Ends a trial whose best value so far is worse than the median of what the others' running means
 * had been by the same step (Golovin et al., "Google Vizier", KDD 2017, section 3.2.2).
 *
 * <p>A value that is NaN or infinite does not enter a mean; a trial that has no other value by the
 * first step at which it may be ended is ended there, and others are not compared with it. A
 * further attempt begins anew.
 */
final class MedianRule implements StoppingRule {

  static final StoppingKind KIND =
      new StoppingKind(
          "median",
          "ends a trial whose best is worse than the median of the others by the same step",
          "Golovin et al. 2017, section 3.2.2",
          List.of(
              Setting.standard(
                  "min-steps",
                  new Domain.IntegerRange(0, Long.MAX_VALUE),
                  "1",
                  "training steps before which no trial is ended"),
              Setting.standard(
                  "min-trials",
                  new Domain.IntegerRange(1, 1_000_000),
                  "5",
                  "other trials that must have come as far")),
          MedianRule::new);

  private final Objective objective;
  private final long minSteps;
  private final long minTrials;
  private final Map<String, Curve> curves = new HashMap<>();

  private MedianRule(StoppingKind.Setup setup) {
    this.objective = setup.objective();
    this.minSteps = setup.settings().integer("min-steps");
    this.minTrials = setup.settings().integer("min-trials");
  }

  /** One attempt's running means by step. */
  private static final class Curve {
    final int attempt;
    final TreeMap<Long, Double> means = new TreeMap<>();
    double best = Double.NaN;
    double sum;
    int count;

    Curve(int attempt) {
      this.attempt = attempt;
    }
  }

  @Override
  public String metric() {
    return objective.metric();
  }

  @Override
  public Verdict report(Trial trial, int attempt, long step, double value) {
    Curve curve =
        curves.compute(
            trial.id(),
            (id, old) -> old == null || old.attempt != attempt ? new Curve(attempt) : old);
    if (Double.isFinite(value)) {
      curve.sum += value;
      curve.count++;
      curve.means.put(step, curve.sum / curve.count);
      curve.best = objective.better(value, curve.best) ? value : curve.best;
    }
    if (step < minSteps) {
      return Verdict.GO_ON;
    }
    double[] others =
        curves.values().stream()
            .filter(c -> c != curve && !c.means.isEmpty() && c.means.lastKey() >= step)
            .filter(c -> c.means.floorKey(step) != null)
            .mapToDouble(c -> c.means.floorEntry(step).getValue())
            .sorted()
            .toArray();
    if (others.length < minTrials) {
      return Verdict.GO_ON;
    }
    double median = (others[(others.length - 1) / 2] + others[others.length / 2]) / 2;
    return objective.better(median, curve.best)
        ? new Verdict.Stop(
            "%s was worse than the median of %d trials at step %d"
                .formatted(metric(), others.length, step))
        : Verdict.GO_ON;
  }
}
