package org.attune.sweeps.stopping;

import java.util.Optional;
import java.util.OptionalLong;
import org.attune.api.catalog.Chosen;
import org.attune.api.stopping.StoppingKind;

/** Whether any training of a sweep is long enough to be judged by successive halving. */
public final class FirstRung {

  private FirstRung() {}

  /**
   * A warning about a rule whose first rung lies beyond the longest training, or about Hyperband
   * where no length is known; empty for other rules.
   */
  public static Optional<String> warning(Chosen rule, StoppingKind.Lengths lengths) {
    boolean asha = rule.name().equals(AshaRule.KIND.name());
    if (!asha && !rule.name().equals(HyperbandRule.KIND.name())) {
      return Optional.empty();
    }
    String length = StoppingKind.length(rule.settings());
    OptionalLong longest = lengths.longest(length);
    long min = rule.settings().integer(AshaRule.MIN_STEPS.name());
    // Hyperband's earliest rung leaves room for one reduction before the end.
    int reduction = AshaRule.reduction(rule.settings());
    if (longest.isEmpty() && !asha) {
      return Optional.of(
          "stop: hyperband takes %,d steps for the longest training, since the file does not limit %s; set length to the parameter that gives a trial's steps"
              .formatted(HyperbandRule.assumed(rule.settings()), length));
    }
    if (longest.isEmpty() || min <= longest.getAsLong() / (asha ? 1 : reduction)) {
      return Optional.empty();
    }
    return Optional.of(
        "stop: %s can stop no trial: min-steps is %,d, and no trial has more than %,d steps (%s); set min-steps to %,d or less"
            .formatted(
                rule.name(),
                min,
                longest.getAsLong(),
                length,
                Math.max(1, longest.getAsLong() / reduction)));
  }
}
