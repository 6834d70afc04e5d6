package org.attune.sweeps.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.junit.jupiter.api.Test;

/** A loss around a minimum of 0 at x = 0.3, y = 0.6, measured once at each of 40 random places. */
class TestExpectedBest {

  private static final int SWEEPS = 20;
  private static final int CELLS = 40;
  private static final double NOISE = 0.1;

  @Test
  void isBetterThanTheCellThatMeasuredBestWhereValuesAreNoisy() {
    double measured = 0;
    double expected = 0;
    double errorOfMeasured = 0;
    double errorOfExpected = 0;
    for (int seed = 0; seed < SWEEPS; seed++) {
      Observations of = sweep(new Random(seed), 1, NOISE);
      Run lucky = lowest(of);
      ExpectedBest found = ExpectedBest.of(of).orElseThrow();
      measured += truth(lucky.cell()) / SWEEPS;
      expected += truth(found.cell()) / SWEEPS;
      errorOfMeasured += (lucky.value() - truth(lucky.cell())) / SWEEPS;
      errorOfExpected += (found.expected() - truth(found.cell())) / SWEEPS;
    }
    assertThat(expected).isLessThan(0.9 * measured);
    assertThat(errorOfMeasured).isLessThan(-1.5 * NOISE);
    assertThat(Math.abs(errorOfExpected)).isLessThan(0.5 * Math.abs(errorOfMeasured));
  }

  @Test
  void promisesTheMeanWhereCellsDoNotDiffer() {
    double promised = 0;
    for (int seed = 0; seed < SWEEPS; seed++) {
      Observations of = sweep(new Random(seed), 0, 1);
      assertThat(lowest(of).value()).isLessThan(-1.2);
      promised += ExpectedBest.of(of).orElseThrow().expected() / SWEEPS;
    }
    assertThat(promised).isBetween(-0.6, 0.1);
  }

  @Test
  void isTheBestCellWithoutNoiseInEitherDirection() {
    for (Goal goal : Goal.values()) {
      double sign = goal == Goal.MINIMIZE ? 1 : -1;
      Observations of = observations(goal, runs(new Random(1), cell -> sign * truth(cell)));
      Run best =
          of.runs().stream()
              .min((a, b) -> Double.compare(sign * a.value(), sign * b.value()))
              .orElseThrow();
      ExpectedBest found = ExpectedBest.of(of).orElseThrow();

      assertThat(found.cell()).isEqualTo(best.cell());
      assertThat(found.expected()).isCloseTo(best.value(), within(1e-3));
      assertThat(found.expectedOfBest()).isEqualTo(found.expected());
      assertThat(found.cells()).isEqualTo(CELLS);
    }
  }

  @Test
  void isNoneOfFewCellsAndWhereSeedsTell() {
    Observations of = sweep(new Random(1), 1, NOISE);
    assertThat(ExpectedBest.of(observations(Goal.MINIMIZE, of.runs().subList(0, 9)))).isEmpty();

    List<Run> twice = new ArrayList<>(of.runs());
    twice.add(new Run("again", of.runs().get(0).cell(), 1, 0.5));
    assertThat(ExpectedBest.of(observations(Goal.MINIMIZE, twice))).isEmpty();
  }

  private static Observations sweep(Random random, double height, double noise) {
    return observations(
        Goal.MINIMIZE, runs(random, cell -> height * truth(cell) + noise * random.nextGaussian()));
  }

  private static List<Run> runs(Random random, ToDoubleFunction<Configuration> value) {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < CELLS; i++) {
      Configuration cell =
          new Configuration(
              Map.of(
                  "x", String.valueOf(random.nextDouble()),
                  "y", String.valueOf(random.nextDouble()),
                  "gate", random.nextBoolean() ? "learned" : "none"));
      runs.add(new Run("trial-" + i, cell, 0, value.applyAsDouble(cell)));
    }
    return runs;
  }

  private static Observations observations(Goal goal, List<Run> runs) {
    return Observations.of("loss", Optional.of(goal), runs, KnownSweep.NONE);
  }

  private static double truth(Configuration cell) {
    double x = Double.parseDouble(cell.axes().get("x")) - 0.3;
    double y = Double.parseDouble(cell.axes().get("y")) - 0.6;
    return x * x + y * y;
  }

  private static Run lowest(Observations of) {
    return of.runs().stream().min((a, b) -> Double.compare(a.value(), b.value())).orElseThrow();
  }
}
