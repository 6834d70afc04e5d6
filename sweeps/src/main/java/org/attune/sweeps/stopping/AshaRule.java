package org.attune.sweeps.stopping;

import java.util.ArrayList;
import java.util.List;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Setting;
import org.attune.api.catalog.Settings;
import org.attune.api.stopping.StoppingKind;
import org.attune.api.stopping.StoppingRule;

/**
 * Asynchronous successive halving. At min-steps, and each time the steps have grown by the
 * reduction, only the best 1/reduction of the trials so far continue (Li et al., MLSys 2020).
 *
 * <p>A NaN or infinite value at a rung ends the trial there. A later attempt is not judged again at
 * rungs that the trial has passed.
 */
final class AshaRule {

  static final Setting MIN_STEPS =
      Setting.standard(
          "min-steps",
          new Domain.IntegerRange(1, Long.MAX_VALUE),
          "1",
          "training steps of the first rung, before which no trial is ended");
  static final Setting REDUCTION =
      Setting.standard(
          "reduction",
          new Domain.IntegerRange(2, 1_000),
          "3",
          "one of this many trials goes on at a rung; a rung has this many times the steps of the one before");

  static final StoppingKind KIND =
      new StoppingKind(
          "asha",
          "lets only the best 1/reduction go on at each of a ladder of steps",
          "Li et al., MLSys 2020",
          List.of(MIN_STEPS, REDUCTION),
          AshaRule::begin);

  private AshaRule() {}

  private static StoppingRule begin(StoppingKind.Setup setup) {
    int reduction = reduction(setup.settings());
    List<Long> steps = ladder(setup.settings().integer(MIN_STEPS.name()), reduction);
    Rungs rungs = new Rungs(setup.objective(), steps, reduction);
    return new HalvingRule(setup.objective().metric(), index -> rungs);
  }

  /** The steps of a rung are this multiple of the steps of the rung before. */
  static int reduction(Settings settings) {
    return Math.toIntExact(settings.integer(REDUCTION.name()));
  }

  /** All rungs from the first on: min, min r, min r^2, ... steps. */
  private static List<Long> ladder(long first, int reduction) {
    List<Long> steps = new ArrayList<>(List.of(first));
    for (long last = first; last <= Long.MAX_VALUE / reduction; steps.add(last)) {
      last *= reduction;
    }
    return steps;
  }
}
