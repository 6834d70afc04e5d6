package org.attune.sweeps.stopping;

import java.util.Optional;
import java.util.OptionalLong;
import org.attune.api.catalog.Chosen;
import org.attune.api.stopping.StoppingKind;

/** Whether any training of a sweep is long enough for a rule that acts from a step on. */
public final class EarliestStep {

  private EarliestStep() {}

  /** A warning about a rule of Attune's that acts after the longest training only; else empty. */
  public static Optional<String> warning(Chosen rule, StoppingKind.Lengths lengths) {
    boolean turns = !ends(rule);
    if (!turns
        && !rule.name().equals(MedianRule.KIND.name())
        && !rule.name().equals(PatienceRule.KIND.name())) {
      return Optional.empty();
    }
    String setting = turns ? "steps" : "min-steps";
    String length = StoppingKind.length(rule.settings());
    long earliest = rule.settings().integer(setting);
    OptionalLong longest = lengths.longest(length);
    if (longest.isEmpty() || earliest <= longest.getAsLong()) {
      return Optional.empty();
    }
    return Optional.of(
        "stop: %s can %s no trial: %s is %,d, and no trial has more than %,d steps (%s); set %s to fewer"
            .formatted(
                rule.name(),
                turns ? "pause" : "stop",
                setting,
                earliest,
                longest.getAsLong(),
                length,
                setting));
  }

  /** Whether a rule ends trials; {@code turns} only lets them wait. */
  public static boolean ends(Chosen rule) {
    return !rule.name().equals(TurnsRule.KIND.name());
  }
}
