package org.attune.sweeps.stopping;

import java.util.List;
import org.attune.sweeps.catalog.Choosable;
import org.attune.sweeps.catalog.Chosen;
import org.attune.sweeps.search.Objective;

/** The stopping rules there are. */
public final class StoppingRules {

  /** A rule is one line here. */
  private static final List<StoppingKind> ALL =
      List.of(
          PatienceRule.KIND,
          MedianRule.KIND,
          AshaRule.KIND,
          HyperbandRule.KIND,
          DivergenceRule.KIND,
          TurnsRule.KIND);

  private StoppingRules() {}

  /** All of them. */
  public static List<StoppingKind> all() {
    return ALL;
  }

  /**
   * Begins the rule that a sweep file chose.
   *
   * @param lengths of the sweep's trainings
   * @throws IllegalArgumentException when there is none of that name
   */
  public static StoppingRule begin(Chosen rule, Objective objective, StoppingKind.Lengths lengths) {
    return Choosable.find(ALL, rule.name())
        .orElseThrow(
            () -> new IllegalArgumentException("Unknown stopping rule '" + rule.name() + "'"))
        .begin(objective, rule.settings(), lengths);
  }
}
