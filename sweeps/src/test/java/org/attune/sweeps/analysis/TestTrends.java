package org.attune.sweeps.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.statistics.MeanTest.Interval;
import org.junit.jupiter.api.Test;

/** Differences along a size, of sweeps whose truth is known. */
class TestTrends {

  private static final String WIDTH = "model.width";
  private static final List<String> WIDTHS = List.of("16", "32", "64", "128");

  /** Twelve differences, and what a textbook's regression of each seed makes of them. */
  @Test
  void eachSeedGivesALine() {
    double[][] bySeed = {
      {-.10, -.07, -.05, -.01}, {-.12, -.06, -.05, -.02}, {-.09, -.08, -.03, .01}
    };
    Trend trend = trends(bySeed, 512).rows().get(0);

    SummaryStatistics slopes = new SummaryStatistics();
    SummaryStatistics predicted = new SummaryStatistics();
    for (double[] differences : bySeed) {
      SimpleRegression line = new SimpleRegression();
      for (int i = 0; i < differences.length; i++) {
        line.addData(Math.log10(Double.parseDouble(WIDTHS.get(i))), differences[i]);
      }
      slopes.addValue(line.getSlope());
      predicted.addValue(line.predict(Math.log10(512)));
    }

    assertThat(trend.cell()).isEqualTo("gate=learned");
    assertThat(trend.control()).isEqualTo("gate=a");
    assertThat(trend.seeds()).isEqualTo(3);
    assertThat(trend.points().stream().map(Trend.TrendPoint::size))
        .containsExactly(16.0, 32.0, 64.0, 128.0);
    assertThat(trend.points().get(1).mean()).isCloseTo(-.07, within(1e-12));
    assertThat(trend.change()).isCloseTo(slopes.getMean(), within(1e-12));
    assertThat(trend.slope().twoSided()).isCloseTo(twoSided(slopes), within(1e-9));
    Trend.Prediction at512 = trend.prediction().orElseThrow();
    assertThat(at512.mean()).isCloseTo(predicted.getMean(), within(1e-12));
    Interval interval = at512.interval();
    assertThat(interval.high() - at512.mean())
        .isCloseTo(halfWidth(predicted), within(1e-9))
        .isCloseTo(at512.mean() - interval.low(), within(1e-9));
  }

  private static double twoSided(SummaryStatistics of) {
    double t = of.getMean() / (of.getStandardDeviation() / Math.sqrt(of.getN()));
    double p = 2 * new TDistribution(of.getN() - 1.0).cumulativeProbability(-Math.abs(t));
    return Math.max(p, 2 * Math.pow(4, -of.getN()));
  }

  private static double halfWidth(SummaryStatistics of) {
    return new TDistribution(of.getN() - 1.0).inverseCumulativeProbability(.975)
        * of.getStandardDeviation()
        / Math.sqrt(of.getN());
  }

  /** A seed with one bad number bends the line by luck; a bend of all seeds is shown. */
  @Test
  void aBentLineIsNotCarriedOn() {
    double[][] bent = {
      {-.10, -.05, -.05, -.10},
      {-.11, -.05, -.06, -.10},
      {-.10, -.06, -.05, -.11},
      {-.10, -.05, -.06, -.10}
    };
    Trend trend = trends(bent, 512).rows().get(0);
    assertThat(trend.bends()).isTrue();
    assertThat(trend.prediction()).isEmpty();

    double[][] noisy = {
      {-.10, -.05, -.05, -.10},
      {-.05, -.11, -.10, -.04},
      {-.10, -.06, -.05, -.11},
      {-.04, -.10, -.12, -.05}
    };
    assertThat(trends(noisy, 512).rows().get(0).bends()).isFalse();
    assertThat(trends(noisy, 512).rows().get(0).prediction()).isPresent();
  }

  @Test
  void twoSizesGiveNoPrediction() {
    double[][] bySeed = {{-.10, -.07}, {-.12, -.06}, {-.09, -.08}};
    Trend trend = trends(bySeed, 512).rows().get(0);
    assertThat(trend.change()).isGreaterThan(0);
    assertThat(trend.prediction()).isEmpty();
    assertThat(trend.bend()).isEmpty();
  }

  /** Of the differences of two losses that fall alike towards a floor, shares do not change. */
  @Test
  void sharesOfTheDistanceFromAFloor() {
    List<Run> runs = new ArrayList<>();
    double[] control = {3.0, 2.0, 1.5};
    for (int size = 0; size < 3; size++) {
      for (int seed = 0; seed < 4; seed++) {
        add(runs, "a", WIDTHS.get(size), seed, control[size] + .001 * seed);
        add(
            runs,
            "learned",
            WIDTHS.get(size),
            seed,
            control[size] - (control[size] - 1) * .1 + .0013 * seed);
      }
    }
    Trends.Floor floor = new Trends.Floor(Optional.empty(), 1);
    Trend trend = Trends.of(observed(runs), asked(512, Optional.of(floor))).rows().get(0);
    assertThat(trend.points().get(0).unit()).isCloseTo(2.0015, within(1e-9));
    trend.points().forEach(point -> assertThat(point.mean()).isCloseTo(-.1, within(.002)));
  }

  /** A width that only one of them has is not a size; failures leave no trend of the survivors. */
  @Test
  void cellsWithoutATrendAreNamed() {
    List<Run> runs = new ArrayList<>();
    for (int seed = 0; seed < 4; seed++) {
      add(runs, "a", "16", seed, 2);
      add(runs, "a", "32", seed, 1.9);
      add(runs, "learned", "16", seed, 1.8 + .01 * seed);
    }
    Trends none = Trends.of(observed(runs), asked(512, Optional.empty()));
    assertThat(none.rows()).isEmpty();
    assertThat(none.notes())
        .containsExactly(
            "gate=learned beside gate=a has no trend: they share one size; a trend needs two");
  }

  /**
   * Gates that differ by the same at each size: a trend is shown in at most one of twenty sweeps,
   * and the interval at eight times the largest size misses the truth as often.
   */
  @Test
  void aNullHasNoTrend() {
    Random random = new Random(5);
    int shown = 0;
    int missed = 0;
    int bends = 0;
    for (int sweep = 0; sweep < 400; sweep++) {
      KnownSweep known =
          new KnownSweep(
              Map.of("attention.gate", List.of("a", "learned"), WIDTH, WIDTHS),
              cell -> cell.get("attention.gate").equals("a") ? 2 : 1.9,
              5,
              .1,
              .02);
      Trend trend = Trends.of(known.run(random), asked(1024, Optional.empty())).rows().get(0);
      shown += trend.shown() ? 1 : 0;
      bends += trend.bends() ? 1 : 0;
      missed +=
          trend
                  .prediction()
                  .filter(to -> to.interval().low() > -.1 || to.interval().high() < -.1)
                  .isPresent()
              ? 1
              : 0;
    }
    assertThat(shown).isBetween(5, 32); // 20 are expected; beyond with probability .01
    assertThat(bends).isBetween(5, 32);
    assertThat(missed).isBetween(5, 32);
  }

  private static Trends trends(double[][] bySeed, double at) {
    List<Run> runs = new ArrayList<>();
    for (int seed = 0; seed < bySeed.length; seed++) {
      for (int size = 0; size < bySeed[seed].length; size++) {
        double control = 2 + .1 * seed - .2 * size;
        add(runs, "a", WIDTHS.get(size), seed, control);
        add(runs, "learned", WIDTHS.get(size), seed, control + bySeed[seed][size]);
      }
    }
    return Trends.of(observed(runs), asked(at, Optional.empty()));
  }

  private static Trends.Asked asked(double at, Optional<Trends.Floor> floor) {
    return new Trends.Asked(WIDTH, Optional.empty(), floor, OptionalDouble.of(at));
  }

  private static void add(List<Run> runs, String gate, String width, int seed, double loss) {
    Map<String, String> cell = new TreeMap<>(Map.of("attention.gate", gate, WIDTH, width));
    runs.add(new Run("t" + runs.size(), new Configuration(cell), seed, loss));
  }

  private static Observations observed(List<Run> runs) {
    return Observations.of("loss", Optional.of(Goal.MINIMIZE), runs, KnownSweep.NONE);
  }
}
