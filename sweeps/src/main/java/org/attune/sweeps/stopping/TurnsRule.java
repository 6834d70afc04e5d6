package org.attune.sweeps.stopping;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Setting;
import org.attune.api.search.Observation;
import org.attune.api.search.Trial;
import org.attune.api.stopping.StoppingKind;
import org.attune.api.stopping.StoppingRule;
import org.attune.api.stopping.Verdict;

/**
 * Ends no trial, but pauses each one after a fixed number of steps until the others have caught up.
 * So a sweep of long trials shows early how all of them begin (breadth first, by time slices as in
 * HyperDrive, Rasley et al. 2017).
 *
 * <p>A trial pauses at its first report at or after the end of a turn, once per turn.
 */
final class TurnsRule implements StoppingRule {

  private static final Setting STEPS =
      Setting.standard(
          "steps",
          new Domain.IntegerRange(1, Long.MAX_VALUE),
          "1000",
          "training steps of a turn, after which a trial waits for the others");

  static final StoppingKind KIND =
      new StoppingKind(
          "turns",
          "ends nothing: after each number of steps, a trial waits until the others have come as far",
          "time slices as in HyperDrive, Rasley et al. 2017",
          List.of(STEPS),
          TurnsRule::new);

  private final String metric;
  private final long steps;
  private final Map<String, Long> turns = new HashMap<>();

  private TurnsRule(StoppingKind.Setup setup) {
    metric = setup.objective().metric();
    steps = setup.settings().integer(STEPS.name());
  }

  @Override
  public String metric() {
    return metric;
  }

  @Override
  public Verdict report(Trial trial, int attempt, long step, double value) {
    long turn = step / steps;
    if (turn <= turns.getOrDefault(trial.id(), 0L)) {
      return Verdict.GO_ON; // also for a later attempt, which repeats earlier reports
    }
    turns.put(trial.id(), turn);
    return new Verdict.Pause("waits at step %d until the others are there".formatted(step));
  }

  @Override
  public void ended(Observation observation) {
    turns.remove(observation.trial().id());
  }
}
