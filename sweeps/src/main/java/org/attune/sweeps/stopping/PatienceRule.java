package org.attune.sweeps.stopping;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Setting;
import org.attune.api.catalog.Settings;
import org.attune.api.search.Objective;
import org.attune.api.search.Observation;
import org.attune.api.search.Trial;
import org.attune.api.stopping.StoppingKind;
import org.attune.api.stopping.StoppingRule;
import org.attune.api.stopping.Verdict;

/**
 * Ends a trial that has not improved for a number of reports (Prechelt, "Early Stopping - But
 * When?", 1998, criterion UP).
 *
 * <p>A NaN value, or an infinity in the wrong direction, is no improvement, so it uses up patience.
 * A later attempt starts anew.
 */
final class PatienceRule implements StoppingRule {

  static final StoppingKind KIND =
      new StoppingKind(
          "patience",
          "ends a trial that has not become better for a number of reports",
          "Prechelt 1998, criterion UP",
          List.of(
              Setting.standard(
                  "reports",
                  new Domain.IntegerRange(1, 1_000_000),
                  "10",
                  "reports in a row without a better value, after which a trial ends"),
              Setting.standard(
                  "min-change",
                  Domain.RealRange.closed(0, Double.MAX_VALUE),
                  "0",
                  "a value counts as better from this difference on"),
              Setting.standard(
                  "min-steps",
                  new Domain.IntegerRange(0, Long.MAX_VALUE),
                  "0",
                  "training steps before which no trial is ended")),
          PatienceRule::new);

  private final Objective objective;
  private final long patience;
  private final double minChange;
  private final long minSteps;
  private final Map<String, Watch> watches = new HashMap<>();

  private PatienceRule(StoppingKind.Setup setup) {
    this.objective = setup.objective();
    Settings settings = setup.settings();
    this.patience = settings.integer("reports");
    this.minChange = settings.real("min-change");
    this.minSteps = settings.integer("min-steps");
  }

  /** The progress of one attempt. */
  private static final class Watch {
    final int attempt;
    double best = Double.NaN;
    long inVain;

    Watch(int attempt) {
      this.attempt = attempt;
    }
  }

  @Override
  public String metric() {
    return objective.metric();
  }

  @Override
  public Verdict report(Trial trial, int attempt, long step, double value) {
    Watch watch =
        watches.compute(
            trial.id(),
            (id, old) -> old == null || old.attempt != attempt ? new Watch(attempt) : old);
    boolean better =
        objective.better(value, watch.best)
            && (Double.isNaN(watch.best) || Math.abs(value - watch.best) >= minChange);
    if (better) {
      watch.best = value;
      watch.inVain = 0;
      return Verdict.GO_ON;
    }
    watch.inVain++;
    return watch.inVain >= patience && step >= minSteps
        ? new Verdict.Stop("%s was no better for %d reports".formatted(metric(), watch.inVain))
        : Verdict.GO_ON;
  }

  @Override
  public void ended(Observation observation) {
    watches.remove(observation.trial().id());
  }
}
