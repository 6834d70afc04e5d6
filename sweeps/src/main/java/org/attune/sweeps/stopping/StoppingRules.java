package org.attune.sweeps.stopping;

import java.util.List;
import java.util.Set;
import org.attune.api.catalog.Chosen;
import org.attune.api.search.Objective;
import org.attune.api.stopping.OwnStoppingRule;
import org.attune.api.stopping.StoppingKind;
import org.attune.api.stopping.StoppingRule;
import org.attune.sweeps.search.OwnAnswers;
import org.attune.sweeps.search.Registry;

/** All stopping rules: the built-in ones, then those of the user's jars. */
public final class StoppingRules {

  private static final Registry<StoppingKind, OwnStoppingRule> REGISTRY =
      new Registry<>(
          "stopping rule",
          builtIn(),
          OwnStoppingRule.class,
          Set.of("metric", "goal", StoppingKind.LENGTH),
          StoppingRules::of);

  private StoppingRules() {}

  /** One line per built-in rule. */
  private static List<StoppingKind> builtIn() {
    return List.of(
        PatienceRule.KIND,
        MedianRule.KIND,
        AshaRule.KIND,
        HyperbandRule.KIND,
        DivergenceRule.KIND,
        TurnsRule.KIND);
  }

  private static StoppingKind of(OwnStoppingRule extension) {
    return new StoppingKind(
        extension.name(),
        extension.describes(),
        extension.source(),
        extension.settings(),
        setup -> OwnAnswers.of(StoppingRule.class, extension.begin(setup)));
  }

  /**
   * All rules.
   *
   * @throws IllegalArgumentException if a jar's rule has a name that is taken or not kebab-case
   */
  public static List<StoppingKind> all() {
    return REGISTRY.all();
  }

  /**
   * Creates the rule that a sweep file chose.
   *
   * @param lengths of the sweep's trainings
   * @throws IllegalArgumentException if no rule has this name
   */
  public static StoppingRule begin(Chosen rule, Objective objective, StoppingKind.Lengths lengths) {
    return REGISTRY.named(rule.name()).begin(objective, rule.settings(), lengths);
  }
}
