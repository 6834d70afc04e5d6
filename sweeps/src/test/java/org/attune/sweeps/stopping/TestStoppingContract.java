package org.attune.sweeps.stopping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.attune.api.catalog.Chosen;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Setting;
import org.attune.api.catalog.Settings;
import org.attune.api.search.Objective;
import org.attune.api.search.Observation;
import org.attune.api.search.Trial;
import org.attune.api.stopping.StoppingKind;
import org.attune.api.stopping.StoppingRule;
import org.attune.api.stopping.Verdict;
import org.attune.sweeps.SampleCatalog;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every stopping rule keeps to, tried on each that is registered. */
class TestStoppingContract {

  private static final int TRIALS = 8;

  static Stream<StoppingKind> kinds() {
    return StoppingRules.all().stream();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theSameReportsGiveTheSameVerdicts(StoppingKind kind) {
    assertThat(verdicts(begin(kind, Objective.Goal.MINIMIZE), 1))
        .isEqualTo(verdicts(begin(kind, Objective.Goal.MINIMIZE), 1));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void maximizingIsMinimizingTheNegative(StoppingKind kind) {
    assertThat(verdicts(begin(kind, Objective.Goal.MAXIMIZE), -1))
        .isEqualTo(verdicts(begin(kind, Objective.Goal.MINIMIZE), 1));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void seesTheMetricThatItIsGiven(StoppingKind kind) {
    assertThat(begin(kind, Objective.Goal.MINIMIZE).metric()).isEqualTo("loss");
    Settings settings = Settings.of(kind, with(kind, "metric", "train_loss"));
    assertThat(
            StoppingRules.begin(
                    new Chosen(kind.name(), settings),
                    new Objective("loss", Objective.Goal.MINIMIZE),
                    StoppingKind.Lengths.UNKNOWN)
                .metric())
        .isEqualTo("train_loss");
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void bearsWhatIsNotANumber(StoppingKind kind) {
    StoppingRule rule = begin(kind, Objective.Goal.MINIMIZE);
    double[] values = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1};
    for (int step = 1; step <= 400; step++) {
      for (int trial = 0; trial < TRIALS; trial++) {
        assertThat(rule.report(trial(trial), 1, step, values[(step + trial) % 4])).isNotNull();
      }
    }
  }

  /** A program may count its steps anew in each epoch, or stay at one step. */
  @ParameterizedTest
  @MethodSource("kinds")
  void bearsStepsThatComeAgain(StoppingKind kind) {
    StoppingRule rule = begin(kind, Objective.Goal.MINIMIZE);
    int[] steps = {10, 20, 30, 10, 20, 30, 30, 30, 5, 40, 20};
    for (int i = 0; i < 20 * steps.length; i++) {
      for (int trial = 0; trial < TRIALS; trial++) {
        assertThat(rule.report(trial(trial), 1, steps[i % steps.length], trial)).isNotNull();
      }
    }
  }

  /** Learning curves that differ by trial, some restarted as a second attempt, one NaN. */
  private static List<Verdict> verdicts(StoppingRule rule, double sign) {
    Random noise = new Random(5);
    List<Verdict> verdicts = new ArrayList<>();
    for (int step = 10; step <= 1_000; step += 10) {
      for (int trial = 0; trial < TRIALS; trial++) {
        double loss = trial + Math.exp(-step / 100.0) + 0.1 * noise.nextGaussian();
        double value = trial == 5 && step > 300 ? Double.NaN : sign * loss;
        int attempt = trial == 3 && step > 500 ? 2 : 1;
        verdicts.add(rule.report(trial(trial), attempt, step, value));
      }
    }
    rule.ended(
        new Observation(
            trial(0), Observation.Outcome.FINISHED, OptionalDouble.of(1), 1_000, Map.of()));
    return verdicts;
  }

  private static Trial trial(int index) {
    return Trial.of(
        index,
        Configuration.of(SampleCatalog.TREE, Map.of("train.steps", Integer.toString(index + 1))),
        0,
        7);
  }

  private static StoppingRule begin(StoppingKind kind, Objective.Goal goal) {
    Settings settings = Settings.of(kind, with(kind, "goal", goal.name().toLowerCase(Locale.ROOT)));
    return StoppingRules.begin(
        new Chosen(kind.name(), settings),
        new Objective("loss", Objective.Goal.MINIMIZE),
        StoppingKind.Lengths.UNKNOWN);
  }

  private static Map<String, String> with(StoppingKind kind, String name, String value) {
    Map<String, String> settings = new TreeMap<>();
    for (Setting setting : kind.settings()) {
      if (setting.required()) {
        settings.put(setting.name(), "3");
      }
    }
    settings.put(name, value);
    return settings;
  }
}
