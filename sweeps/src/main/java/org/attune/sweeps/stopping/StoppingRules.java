package org.attune.sweeps.stopping;

import java.util.List;
import org.attune.api.catalog.Choosable;
import org.attune.api.catalog.Chosen;
import org.attune.api.search.Objective;
import org.attune.api.stopping.StoppingKind;
import org.attune.api.stopping.StoppingRule;

/** All stopping rules. */
public final class StoppingRules {

  /** One line per rule. */
  private static final List<StoppingKind> ALL =
      List.of(
          PatienceRule.KIND,
          MedianRule.KIND,
          AshaRule.KIND,
          HyperbandRule.KIND,
          DivergenceRule.KIND,
          TurnsRule.KIND);

  private StoppingRules() {}

  /** All rules. */
  public static List<StoppingKind> all() {
    return ALL;
  }

  /**
   * Creates the rule that a sweep file chose.
   *
   * @param lengths of the sweep's trainings
   * @throws IllegalArgumentException if no rule has this name
   */
  public static StoppingRule begin(Chosen rule, Objective objective, StoppingKind.Lengths lengths) {
    return Choosable.find(ALL, rule.name())
        .orElseThrow(
            () -> new IllegalArgumentException("Unknown stopping rule '" + rule.name() + "'"))
        .begin(objective, rule.settings(), lengths);
  }
}
