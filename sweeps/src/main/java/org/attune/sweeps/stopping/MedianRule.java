package org.attune.sweeps.stopping;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Setting;
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.api.stopping.StoppingKind;
import org.attune.api.stopping.StoppingRule;
import org.attune.api.stopping.Verdict;

/**
 * Ends a trial whose best value so far is worse than the median of the other trials' running means
 * by the same step (Golovin et al., "Google Vizier", KDD 2017, section 3.2.2).
 *
 * <p>NaN and infinite values do not enter a mean. A trial with only such values ends at the first
 * step where the rule may end it, and other trials are not compared with it. A later attempt starts
 * a new curve.
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

  /**
   * A step's median is maintained if at least one in this many of the trials past the step reported
   * at it.
   */
  private static final int COMMON = 4;

  private final Objective objective;
  private final long minSteps;
  private final long minTrials;
  private final Map<String, MeanCurve> curves = new HashMap<>();
  private final Map<Long, Integer> asked = new HashMap<>();
  private final NavigableMap<Long, RunningMedian> medians = new TreeMap<>();

  private MedianRule(StoppingKind.Setup setup) {
    this.objective = setup.objective();
    this.minSteps = setup.settings().integer("min-steps");
    this.minTrials = setup.settings().integer("min-trials");
  }

  @Override
  public String metric() {
    return objective.metric();
  }

  @Override
  public Verdict report(Trial trial, int attempt, long step, double value) {
    MeanCurve curve = curves.get(trial.id());
    if (curve == null || curve.attempt() != attempt) {
      forget(Optional.ofNullable(curve));
      curve = new MeanCurve(attempt);
      curves.put(trial.id(), curve);
    }
    // Compute the others' median first: the trial's own report extends its curve to this step.
    RunningMedian others = step < minSteps ? new RunningMedian() : others(step, curve);
    int count = others.count();
    double median = count == 0 ? Double.NaN : others.get();
    if (Double.isFinite(value)) {
      add(curve, step, value);
    }
    return count >= minTrials && objective.better(median, curve.best())
        ? new Verdict.Stop(
            "%s was worse than the median of %d trials at step %d".formatted(metric(), count, step))
        : Verdict.GO_ON;
  }

  /**
   * The running means by a step of all trials that have reached it, except one. The median of a
   * step at which many trials reported is maintained from then on. So if trials report at the same
   * steps, a report stays cheap for any number of trials.
   */
  private RunningMedian others(long step, MeanCurve except) {
    RunningMedian kept = medians.get(step);
    if (kept != null) {
      return kept;
    }
    RunningMedian made = new RunningMedian();
    for (MeanCurve curve : curves.values()) {
      if (curve != except) {
        curve.meanBy(step).ifPresent(made::add);
      }
    }
    int times = asked.merge(step, 1, Integer::sum);
    if (times > 1 && COMMON * times >= made.count()) {
      asked.remove(step);
      medians.put(step, made);
    }
    return made;
  }

  /** Extends a curve to a step: adds its mean at each maintained step up to there. */
  private void add(MeanCurve curve, long step, double value) {
    long before = curve.lastStep();
    curve.add(step, value, objective);
    medians
        .subMap(before, false, Math.max(before, step), true)
        .forEach((by, median) -> curve.meanBy(by).ifPresent(median::add));
  }

  private void forget(Optional<MeanCurve> given) {
    given.ifPresent(
        curve ->
            medians
                .headMap(curve.lastStep(), true)
                .forEach((by, median) -> curve.meanBy(by).ifPresent(median::remove)));
  }
}
