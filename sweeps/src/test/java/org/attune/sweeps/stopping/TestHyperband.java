package org.attune.sweeps.stopping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.attune.api.stopping.StoppingKind;
import org.attune.api.stopping.StoppingRule;
import org.attune.api.stopping.Verdict;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hyperband's brackets are those of Li et al. 2018, algorithm 1. */
class TestHyperband {

  /**
   * By the step at which a bracket judges first, how many of the trials it takes; 0 stands for the
   * bracket that judges none. All values are NaN, so that the first rung ends a trial.
   */
  private static Map<Long, Integer> firstRungs(StoppingRule rule, int trials, long longest) {
    Map<Long, Integer> first = new TreeMap<>();
    for (int trial = 0; trial < trials; trial++) {
      long ended = 0;
      for (long step = 1; step <= longest && ended == 0; step++) {
        Verdict verdict = rule.report(PlayedCurves.trial(trial), 1, step, Double.NaN);
        ended = verdict instanceof Verdict.Stop ? step : 0;
      }
      first.merge(ended, 1, Integer::sum);
    }
    return first;
  }

  @Test
  void theBracketsAreThoseOfThePapersTable() {
    StoppingRule rule = PlayedCurves.rule("hyperband", 81, Map.of("brackets", "10"));

    // Table 1 of the paper, R = 81 and reduction 3: n = 81, 34, 15, 8, 5 with r = 1, 3, 9, 27, 81.
    assertThat(firstRungs(rule, 81 + 34 + 15 + 8 + 5, 81))
        .isEqualTo(Map.of(1L, 81, 3L, 34, 9L, 15, 27L, 8, 0L, 5));
  }

  @ParameterizedTest
  @CsvSource({"1, 10, 5", "9, 10, 3", "28, 10, 1", "1, 3, 3", "82, 10, 1"})
  void minStepsAndBracketsLimitTheFirst(int minSteps, int most, int brackets) {
    Map<String, String> settings = Map.of("min-steps", "" + minSteps, "brackets", "" + most);
    StoppingRule rule = PlayedCurves.rule("hyperband", 81, settings);

    int count = firstRungs(rule, 1_000, 81).size();

    assertThat(count).isEqualTo(brackets);
  }

  @Test
  void aThirdOfTheTrialsReachTheEndWithThreeBrackets() {
    StoppingRule rule = PlayedCurves.rule("hyperband", 900, Map.of());
    Random random = new Random(3);
    int finished = 0;
    for (int trial = 0; trial < 1_000; trial++) {
      double loss = random.nextDouble();
      boolean stopped = false;
      for (long step = 10; step <= 900 && !stopped; step += 10) {
        stopped = rule.report(PlayedCurves.trial(trial), 1, step, loss) instanceof Verdict.Stop;
      }
      finished += stopped ? 0 : 1;
    }

    // n = 9, 5, 3 of 17, of which 1, 5/3 and 3 are left.
    assertThat(finished / 1_000.0).isCloseTo((1 + 5 / 3.0 + 3) / 17, within(0.03));
  }

  @Test
  void theLongestTrainingIsThatOfTheSweep() throws Exception {
    assertThat(longest("train: {steps: 500}", "train.steps")).isEqualTo(500);
    assertThat(longest("axes: {train.steps: [10, 300, 20]}", "train.steps")).isEqualTo(300);
    assertThat(longest("axes: {train.steps: {uniform: [10, 77]}}", "train.steps")).isEqualTo(77);
    assertThat(longest("model: {width: 64}", "model.width")).isEqualTo(64);
    assertThat(longest("model: {width: 64}", "model.nothing")).isEqualTo(-1);
  }

  private static long longest(String line, String key) throws SpecException {
    return spec(line, "search: {method: random, trials: 4}").lengths().longest(key).orElse(-1);
  }

  private static SweepSpec spec(String... lines) throws SpecException {
    String yaml =
        "sweep: s\nobjective: {metric: loss, goal: minimize}\n" + String.join("\n", lines) + "\n";
    return SpecFile.read("s.yaml", yaml, Map.of(), SampleCatalog.CATALOG);
  }

  @Test
  void aLengthThatTheSweepDoesNotHaveIsRefused() {
    assertThat(
            org.assertj.core.api.Assertions.catchThrowable(
                () ->
                    spec(
                        "axes: {train.steps: [1, 2]}", "stop: {hyperband: {length: train.stesp}}")))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(
            "stop.hyperband.length: 'train.stesp' is not a parameter of this sweep")
        .hasMessageContaining(
            "name the one that says how many steps a training has: one of train.");
  }

  @Test
  void withoutALengthTheBracketsFollowFromMinStepsAndTheirNumber() {
    StoppingRule rule =
        StoppingRules.begin(
            new org.attune.api.catalog.Chosen(
                "hyperband",
                org.attune.api.catalog.Settings.of(
                    HyperbandRule.KIND, Map.of("min-steps", "10", "brackets", "3"))),
            new org.attune.api.search.Objective(
                "loss", org.attune.api.search.Objective.Goal.MINIMIZE),
            StoppingKind.Lengths.UNKNOWN);

    assertThat(firstRungs(rule, 17, 200)).isEqualTo(Map.of(10L, 9, 30L, 5, 0L, 3));
    assertThat(List.of(10L, 30L)).isSorted();
  }

  @Test
  void theAssumedLengthIsSaid() {
    org.attune.api.catalog.Chosen rule =
        new org.attune.api.catalog.Chosen(
            "hyperband",
            org.attune.api.catalog.Settings.of(
                HyperbandRule.KIND, Map.of("min-steps", "10", "brackets", "3")));

    assertThat(FirstRung.warning(rule, StoppingKind.Lengths.UNKNOWN))
        .hasValue(
            "stop: hyperband takes 90 steps for the longest training, since the file does not limit train.steps;"
                + " set length to the parameter that gives a trial's steps");
    assertThat(FirstRung.warning(rule, key -> OptionalLong.of(81))).isEmpty();
  }
}
