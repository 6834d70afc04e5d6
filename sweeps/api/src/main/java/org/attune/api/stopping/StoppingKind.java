package org.attune.api.stopping;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Function;
import org.attune.api.catalog.Choosable;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter.Option;
import org.attune.api.catalog.Setting;
import org.attune.api.catalog.Settings;
import org.attune.api.search.Objective;

/**
 * A stopping rule that a sweep file can choose. A jar brings one as an {@code OwnStoppingRule}.
 *
 * @param name as in {@code stop: {NAME: {...}}}
 * @param describes a one-line description
 * @param source the paper that introduced it
 * @param settings its own settings; {@code metric}, {@code goal} and {@code length} are added to
 *     them
 * @param start creates a rule
 */
public record StoppingKind(
    String name,
    String describes,
    String source,
    List<Setting> settings,
    Function<Setup, StoppingRule> start)
    implements Choosable {

  private static final String METRIC = "metric";
  private static final String GOAL = "goal";

  /** The setting of all rules that names the parameter for the training length. */
  public static final String LENGTH = "length";

  private static final String USUAL_LENGTH = "train.steps";

  /** The training lengths of a sweep. */
  @FunctionalInterface
  public interface Lengths {
    /** No length is known. */
    Lengths UNKNOWN = parameter -> OptionalLong.empty();

    /**
     * The longest training.
     *
     * @param parameter the key of the whole-number parameter for the training length
     * @return empty if the sweep does not have it
     */
    OptionalLong longest(String parameter);
  }

  public StoppingKind {
    List<Setting> all = new ArrayList<>();
    all.add(
        Setting.optional(
            METRIC, new Domain.Metric(), "what it goes by; the objective's where absent"));
    all.add(
        Setting.optional(
            GOAL,
            List.of(
                Option.of("minimize", "less is better", ""),
                Option.of("maximize", "more is better", "")),
            "which way its metric is better; as the objective where absent"));
    all.addAll(settings);
    all.add(
        Setting.optional(
            LENGTH,
            new Domain.Text("[a-z][a-z0-9.-]*", "the key of a parameter, such as train.steps"),
            "the parameter that says how long a training is; " + USUAL_LENGTH + " where absent"));
    settings = List.copyOf(all);
  }

  /**
   * The inputs of a rule.
   *
   * @param objective the metric that the rule observes, and its better direction
   * @param settings of the rule
   * @param lengths of the sweep's trainings
   */
  public record Setup(Objective objective, Settings settings, Lengths lengths) {}

  /** The key of the parameter that says how long a training is. */
  public static String length(Settings settings) {
    return settings.find(LENGTH).orElse(USUAL_LENGTH);
  }

  /** Creates the rule for a sweep with this objective. */
  public StoppingRule begin(Objective objective, Settings values, Lengths lengths) {
    Objective.Goal goal =
        values
            .find(GOAL)
            .map(word -> Objective.Goal.valueOf(word.toUpperCase(Locale.ROOT)))
            .orElse(objective.goal());
    String metric = values.find(METRIC).orElse(objective.metric());
    return start.apply(new Setup(new Objective(metric, goal), values, lengths));
  }
}
