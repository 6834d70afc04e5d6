package org.attune.sweeps.stopping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.sweeps.stopping.PlayedCurves.rule;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The learning curves of 180 real trainings: random search over {@code
 * sweeps/quickstart-search.yaml}, the seeds 1 to 3, as docs/search-benchmarks.md says how to take
 * them.
 */
class TestStoredCurves {

  private static final String FILE = "/curves/quickstart-search.csv";
  private static final int TRIALS = 180;
  private static final int STEPS = 135;
  private static final int EVERY = 15;

  private static PlayedCurves curves(int slots) throws Exception {
    Map<Integer, List<String[]>> rows;
    try (BufferedReader csv =
        new BufferedReader(
            new InputStreamReader(
                TestStoredCurves.class.getResourceAsStream(FILE), StandardCharsets.UTF_8))) {
      rows =
          csv.lines()
              .skip(1)
              .map(line -> line.split(","))
              .collect(
                  Collectors.groupingBy(
                      row -> Integer.parseInt(row[0]), TreeMap::new, Collectors.toList()));
    }
    double[][] curves =
        rows.values().stream()
            .map(trial -> trial.stream().mapToDouble(row -> Double.parseDouble(row[2])).toArray())
            .toArray(double[][]::new);
    assertThat(curves).hasDimensions(TRIALS, STEPS / EVERY);
    return new PlayedCurves(curves, EVERY, slots);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 16})
  void ashaReachesTheSameBestInAThirdOfTheSteps(int slots) throws Exception {
    PlayedCurves curves = curves(slots);

    PlayedCurves.Outcome full = curves.run();
    PlayedCurves.Outcome asha =
        curves.run(rule("asha", STEPS, Map.of("min-steps", "15", "reduction", "2")));

    assertThat(full.steps()).isEqualTo((long) TRIALS * STEPS);
    assertThat(asha.best()).isEqualTo(full.best());
    assertThat(asha.steps()).isLessThanOrEqualTo(full.steps() * 35 / 100);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 16})
  void hyperbandReachesTheSameBestInLessThanTwoThirdsOfTheSteps(int slots) throws Exception {
    PlayedCurves curves = curves(slots);

    PlayedCurves.Outcome full = curves.run();
    PlayedCurves.Outcome hyperband =
        curves.run(
            rule("hyperband", STEPS, Map.of("min-steps", "15", "reduction", "2", "brackets", "4")));

    assertThat(hyperband.best()).isEqualTo(full.best());
    assertThat(hyperband.steps()).isLessThanOrEqualTo(full.steps() * 62 / 100);
  }
}
