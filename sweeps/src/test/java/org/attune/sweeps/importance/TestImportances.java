package org.attune.sweeps.importance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.Run;
import org.attune.sweeps.analysis.SweepAnalysis;
import org.junit.jupiter.api.Test;

/** Shares against Sobol indices that are known analytically. */
class TestImportances {

  /** What forests of some hundred cells come to; the largest error seen is .08. */
  private static final double FOREST = 0.1;

  /** Where few cells lie in most of the space; the error seen is .11. */
  private static final double CROWDED = 0.13;

  private final List<Run> runs = new ArrayList<>();

  private void run(double value, String... keysAndValues) {
    Map<String, String> values = new TreeMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    runs.add(new Run("t" + runs.size(), new Configuration(values), 0, value));
  }

  private SweepAnalysis analysis() {
    return SweepAnalysis.of(
        Observations.of(
            "loss",
            Optional.of(Goal.MINIMIZE),
            runs,
            new Observations.Excluded(0, 0, 0, true, 0, 0)));
  }

  private Importances importances() {
    return Importances.of(analysis()).orElseThrow();
  }

  private static double share(Importances of, String axis) {
    return of.axes().stream()
        .filter(one -> one.axis().equals(axis))
        .findFirst()
        .orElseThrow()
        .share();
  }

  /** Points of the unit cube, moved by 1: no axis is read as one of ratios. */
  private void points(int number, int axes, Random random, ToDoubleFunction<double[]> of) {
    for (int n = 0; n < number; n++) {
      add(random.doubles(axes).toArray(), of);
    }
  }

  private void add(double[] x, ToDoubleFunction<double[]> of) {
    String[] said = new String[2 * x.length];
    for (int i = 0; i < x.length; i++) {
      said[2 * i] = "x" + (i + 1);
      said[2 * i + 1] = String.valueOf(1 + x[i]);
    }
    run(of.applyAsDouble(x), said);
  }

  /** The rate does all; the others nothing: 24 random trials with one seed each. */
  private void rateAlone(Random random) {
    for (int i = 0; i < 24; i++) {
      double exponent = -5 + 4 * random.nextDouble();
      run(
          (exponent + 3) * (exponent + 3),
          "train.learning-rate",
          String.valueOf(Math.pow(10, exponent)),
          "train.decay",
          String.valueOf(0.1 + 0.5 * random.nextDouble()),
          "train.dropout",
          String.valueOf(0.1 + 0.5 * random.nextDouble()));
    }
  }

  @Test
  void idleIntervalsDoNotHideTheOneThatMatters() {
    for (int i = 0; i < 10; i++) {
      runs.clear();
      rateAlone(new Random(i));
      SweepAnalysis analysis = analysis();
      Importances of = Importances.of(analysis).orElseThrow();

      assertThat(analysis.observations().factors())
          .as("sweep %d", i)
          .hasSize(3)
          .allSatisfy(factor -> assertThat(factor.together()).isEmpty());
      assertThat(analysis.main().get(0).axes()).containsExactly("train.learning-rate");
      assertThat(analysis.main().get(0).shown()).isTrue();
      assertThat(of.axes().get(0).axis()).isEqualTo("train.learning-rate");
      assertThat(of.axes().get(0).share()).as("sweep %d", i).isGreaterThan(0.8);
      assertThat(of.axes().get(0).shown()).isTrue();
      assertThat(of.shown().get("train.decay")).isZero();
      assertThat(of.shown().get("train.dropout")).isZero();
    }
  }

  @Test
  void ishigamisIndices() {
    points(
        500,
        3,
        new Random(1),
        u -> {
          double[] x = {range(u[0]), range(u[1]), range(u[2])};
          return Math.sin(x[0])
              + 7 * Math.pow(Math.sin(x[1]), 2)
              + 0.1 * Math.pow(x[2], 4) * Math.sin(x[0]);
        });
    Importances of = importances();

    // Ishigami and Homma (1990) with a = 7, b = 0.1; Sobol and Levitan (1999).
    assertThat(share(of, "x1")).isCloseTo(0.3139, within(FOREST));
    assertThat(share(of, "x2")).isCloseTo(0.4424, within(FOREST));
    assertThat(share(of, "x3")).isCloseTo(0, within(FOREST));
  }

  private static double range(double u) {
    return Math.PI * (2 * u - 1);
  }

  @Test
  void sobolsGFunction() {
    double[] a = {0, 1, 9, 99};
    points(
        500,
        4,
        new Random(2),
        u -> {
          double product = 1;
          for (int i = 0; i < a.length; i++) {
            product *= (Math.abs(4 * u[i] - 2) + a[i]) / (1 + a[i]);
          }
          return product;
        });
    Importances of = importances();
    double total = 1;
    for (double each : a) {
      total *= 1 + 1 / (3 * (1 + each) * (1 + each));
    }
    total -= 1;

    for (int i = 0; i < a.length; i++) {
      double index = 1 / (3 * (1 + a[i]) * (1 + a[i])) / total;
      assertThat(share(of, "x" + (i + 1))).as("x%d", i + 1).isCloseTo(index, within(FOREST));
    }
    assertThat(of.shown().get("x4")).isZero();
  }

  @Test
  void onAFullGridSharesAreExact() {
    for (String gate : List.of("none", "learned", "computed")) {
      for (String layers : List.of("1", "2")) {
        for (String rate : List.of("0.001", "0.002", "0.004", "0.008")) {
          double g = List.of("none", "learned", "computed").indexOf(gate);
          double l = Double.parseDouble(layers);
          double r = Double.parseDouble(rate) * 1000;
          run(g + 3 * l + g * (l - 1.5), "gate", gate, "layers", layers, "rate", rate);
          assertThat(r).isPositive();
        }
      }
    }
    Importances of = importances();

    // Variances: gate 2/3, layers (3 + g's mean)^2 / 4 = 4, product 2/3 x 1/4.
    double total = 2.0 / 3 + 4 + 1.0 / 6;
    assertThat(of.exact()).isTrue();
    assertThat(share(of, "gate")).isCloseTo(2.0 / 3 / total, within(1e-12));
    assertThat(share(of, "layers")).isCloseTo(4 / total, within(1e-12));
    assertThat(share(of, "rate")).isCloseTo(0, within(1e-12));
  }

  @Test
  void aSearchThatCrowdsAtTheBestTellsTheWholeSpace() {
    Random random = new Random(3);
    for (int i = 0; i < 200; i++) {
      double crowd = i < 60 ? 1 : 0.3; // a third anywhere, the rest near the best
      double[] x = random.doubles(3).map(u -> crowd * u).toArray();
      x[2] = random.nextDouble();
      add(x, u -> 4 * u[0] + 2 * u[1]);
    }
    Importances of = importances();

    assertThat(share(of, "x1")).isCloseTo(0.8, within(CROWDED));
    assertThat(share(of, "x2")).isCloseTo(0.2, within(CROWDED));
    assertThat(of.shown()).containsEntry("x3", 0.0);
    assertThat(of.shown().get("x2")).isPositive();
  }

  @Test
  void whereTheWorseHalfWasStoppedTheRestStillTells() {
    rateAlone(new Random(5));
    rateAlone(new Random(6));
    double median =
        runs.stream().mapToDouble(Run::value).sorted().skip(runs.size() / 2).findFirst().orElse(0);
    runs.removeIf(run -> run.value() > median);

    Map<String, Double> shown = importances().shown();
    assertThat(shown.get("train.learning-rate")).isGreaterThan(0.6);
    assertThat(shown).containsEntry("train.decay", 0.0).containsEntry("train.dropout", 0.0);
  }

  /** A random search over gates: the formula is 10 worse; only its {@code t} matters within. */
  private void optionWithAxesOfItsOwn(double ofT, Random random) {
    for (int i = 0; i < 45; i++) {
      String gate = List.of("none", "learned", "formula").get(random.nextInt(3));
      double noise = 0.5 * random.nextGaussian();
      String rate = String.valueOf(0.1 + random.nextDouble());
      if (gate.equals("formula")) {
        double t = random.nextDouble();
        String f = List.of("sin", "tanh", "cos").get(random.nextInt(3));
        double value = 10 + ofT * t + noise;
        run(value, "gate", gate, "gate.t", String.valueOf(1 + t), "gate.f", f, "rate", rate);
      } else {
        run(noise, "gate", gate, "rate", rate);
      }
    }
  }

  @Test
  void idleAxesOfAnOptionThatMattersAreNotShown() {
    int shown = 0;
    for (int i = 0; i < 10; i++) {
      runs.clear();
      optionWithAxesOfItsOwn(0, new Random(i));
      Importances of = importances();
      assertThat(of.axes().get(0).axis()).isEqualTo("gate");
      assertThat(of.axes().get(0).shown()).isTrue();
      shown += of.axes().stream().skip(1).anyMatch(Importances.AxisImportance::shown) ? 1 : 0;
    }
    assertThat(shown).isLessThanOrEqualTo(3); // of 10 at 5 %, more with probability .001
  }

  @Test
  void anAxisOfAnOptionThatMattersIsShown() {
    optionWithAxesOfItsOwn(12, new Random(3));

    assertThat(importances().shown().get("gate.t")).isGreaterThan(0);
    assertThat(importances().shown().get("gate.f")).isZero();
  }

  @Test
  void anAxisAtWhoseValuesTrialsFailedUnevenlyIsNotTested() {
    optionWithAxesOfItsOwn(12, new Random(3));
    Observations of = analysis().observations();
    Run failed = new Run("failed", runs.get(0).cell(), 0, Double.NaN);
    Observations failing =
        new Observations(
            of.metric(),
            of.goal(),
            of.factors(),
            runs,
            List.of(failed),
            List.of(),
            List.of(),
            of.summaries(),
            new Observations.Excluded(0, 1, 0, true, 0, 0),
            of.names(),
            false,
            false,
            of.looks(),
            Optional.empty(),
            Optional.empty());
    Importances importances = Importances.of(SweepAnalysis.of(failing)).orElseThrow();

    assertThat(importances.exact()).isFalse();
    Importances.AxisImportance gate = importances.axes().get(0);
    assertThat(gate.axis()).isEqualTo("gate");
    assertThat(gate.shown()).isFalse();
    assertThat(gate.probability()).isNaN();
    assertThat(importances.shown().get("gate")).isEqualTo(gate.share()).isPositive();
  }

  @Test
  void noiseIsShownInFiveOfAHundredSweepsAtMost() {
    int any = 0;
    for (int i = 0; i < 60; i++) {
      Random random = new Random(i);
      runs.clear();
      points(30, 3, random, x -> random.nextGaussian());
      any += importances().axes().stream().anyMatch(Importances.AxisImportance::shown) ? 1 : 0;
    }
    // Of 60 at 5 %, more than 7 happen with probability .01.
    assertThat(any).isLessThanOrEqualTo(7);
  }
}
