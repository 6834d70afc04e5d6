package org.attune.sweeps.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.attune.sweeps.statistics.Arm;
import org.attune.sweeps.statistics.Modes;
import org.attune.sweeps.statistics.Rounding;
import org.attune.sweeps.statistics.SeedComparison;
import org.attune.sweeps.statistics.SeedPair;
import org.junit.jupiter.api.Test;

/** Gains over a control that are alike in two sweeps, and gains that are not. */
class TestGains {

  private static final int PAIRS = 400;

  /** Of 400 at 5 %, more happen with probability .01. */
  private static final int MOST_BY_LUCK = 31;

  private static final SeedLooks ONE_LOOK = new SeedLooks(List.of());

  private final Random random = new Random(5);

  /** What a seed does to all four trials, before the noise of each. */
  private double[] effects(int seeds) {
    return random.doubles(seeds).map(any -> 3 * random.nextGaussian()).toArray();
  }

  /** Gains of normal values; the sweep changes both cells alike. */
  private Gains normal(double[] effects, double shift, double gain, double noise) {
    TreeMap<Integer, SeedPair> bySeed = new TreeMap<>();
    for (int seed = 0; seed < effects.length; seed++) {
      double control = effects[seed] + shift + noise * random.nextGaussian();
      double cell = effects[seed] + shift + gain + noise * random.nextGaussian();
      bySeed.put(seed, SeedPair.of(cell, control));
    }
    return new Gains(bySeed);
  }

  /** The cell learns the task at half of the seeds; the control at none. */
  private Gains bimodal(int seeds) {
    TreeMap<Integer, SeedPair> bySeed = new TreeMap<>();
    for (int seed = 0; seed < seeds; seed++) {
      double cell = (random.nextBoolean() ? 1 : 0) + .01 * random.nextGaussian();
      bySeed.put(seed, SeedPair.of(cell, .01 * random.nextGaussian()));
    }
    return new Gains(bySeed);
  }

  private static double paired(Gains here, Gains first) {
    return here.less(first, ONE_LOOK, Rounding.FLOAT64).twoSided();
  }

  private static double unpaired(Gains here, Gains first) {
    return here.unpaired(first, ONE_LOOK, Rounding.FLOAT64).twoSided();
  }

  private static int shown(ToDoubleFunction<Integer> probability) {
    int shown = 0;
    for (int i = 0; i < PAIRS; i++) {
      shown += probability.applyAsDouble(i) <= SeedComparison.LEVEL ? 1 : 0;
    }
    return shown;
  }

  @Test
  void gainsThatAreAlikeDifferInOneOfTwentyPairsOfSweeps() {
    int few =
        shown(
            i -> {
              double[] effects = effects(5);
              return paired(normal(effects, 1, .5, .2), normal(effects, 0, .5, .4));
            });
    int more =
        shown(
            i -> {
              double[] effects = effects(12);
              return paired(normal(effects, 1, .5, .2), normal(effects, 0, .5, .2));
            });
    int others = shown(i -> unpaired(normal(effects(5), 1, .5, .2), normal(effects(9), 0, .5, .4)));

    assertThat(List.of(few, more, others)).allMatch(shown -> shown <= MOST_BY_LUCK);
  }

  @Test
  void twoModesShowNoMore() {
    assertThat(shown(i -> paired(bimodal(4), bimodal(4)))).isLessThanOrEqualTo(MOST_BY_LUCK);
    assertThat(shown(i -> paired(bimodal(7), bimodal(7)))).isLessThanOrEqualTo(MOST_BY_LUCK);
    assertThat(shown(i -> unpaired(bimodal(5), bimodal(7)))).isLessThanOrEqualTo(MOST_BY_LUCK);
  }

  /** Both cells learn at some seeds, so the gains have three modes and the cells two. */
  @Test
  void modesAreThoseOfTheCellsAndNotOfTheirGains() {
    double[] learned = {0, 1, .01, 1.02, .02, 1.01, .99, .03};
    double[] both = {.01, 1.01, 0, .02, .98, 1, .97, .01};
    double[] plain = {.5, .51, .48, .53, .49, .47, .52, .505};

    Gains gains = of(learned, plain);
    Gains first = of(both, learned);

    assertThat(gains.less(first, ONE_LOOK, Rounding.FLOAT64).modes())
        .containsExactlyInAnyOrder(Arm.CELL, Arm.FIRST_CELL, Arm.FIRST_CONTROL);
    assertThat(gains.unpaired(of(plain, both), ONE_LOOK, Rounding.FLOAT64).modes())
        .containsExactlyInAnyOrder(Arm.CELL, Arm.FIRST_CONTROL);
    assertThat(Modes.areTwo(first.values())).as("the gains are -1, 0 and 1").isFalse();
    assertThat(of(plain, plain).less(of(plain, plain), ONE_LOOK, Rounding.FLOAT64).modes())
        .isEmpty();
  }

  /** What a seed does to all trials in two modes is not in the gains, but in the cells. */
  @Test
  void ranksJudgeGainsWhoseCellsHaveTwoModes() {
    double[] modes = {0, 1, .01, 1.02, .02, 1.01, .99, .03};
    double[] higher = DoubleStream.of(modes).map(value -> value + .1).toArray();
    double[] luck = {.02, -.01, .04, -.03, .01, .05, -.02, .03};
    double[] other =
        IntStream.range(0, 8).mapToDouble(seed -> modes[seed] + .1 + luck[seed]).toArray();

    SeedComparison seeds = of(other, modes).less(of(higher, modes), ONE_LOOK, Rounding.FLOAT64);

    assertThat(seeds.ranks()).isTrue();
    assertThat(seeds.whyRanks()).hasValue("two modes");
  }

  private static Gains of(double[] cell, double[] control) {
    TreeMap<Integer, SeedPair> bySeed = new TreeMap<>();
    for (int seed = 0; seed < cell.length; seed++) {
      bySeed.put(seed, SeedPair.of(cell[seed], control[seed]));
    }
    return new Gains(bySeed);
  }

  /** Seeds that share what they do to all four trials are compared without it. */
  @Test
  void aGainThatIsLargerIsFoundInPairsAndTheIntervalHoldsIt() {
    double[] effects = effects(7);
    SeedComparison seeds =
        normal(effects, 1, .9, .05).less(normal(effects, 0, .5, .05), ONE_LOOK, Rounding.FLOAT64);

    assertThat(seeds.twoSided()).isLessThan(.01);
    assertThat(seeds.interval(.05).low()).isBetween(.2, .4);
    assertThat(seeds.interval(.05).high()).isBetween(.4, .6);
    assertThat(unpaired(normal(effects(7), 1, .9, .05), normal(effects(7), 0, .5, .05)))
        .isLessThan(.01);
  }

  /** Nobody knows what a failed trial gains: it counts against either direction. */
  @Test
  void aFailedTrialCountsAgainstAnyVerdict() {
    double[] effects = effects(7);
    Gains here = normal(effects, 1, .9, .05);
    Gains first = normal(effects, 0, .5, .05);
    TreeMap<Integer, SeedPair> failed = new TreeMap<>(here.bySeed());
    failed.put(3, SeedPair.of(Double.NaN, 1));

    SeedComparison seeds = new Gains(failed).less(first, ONE_LOOK, Rounding.FLOAT64);

    assertThat(seeds.last().orElseThrow().failed()).isEqualTo(1);
    assertThat(seeds.above(0)).isGreaterThan(paired(here, first));
    assertThat(seeds.twoSided()).isGreaterThan(.01);
  }

  /** A rounding is a share of the losses, not of the gains, which may be small beside them. */
  @Test
  void gainsThatDifferByARoundingOfTheLossesDoNotDiffer() {
    TreeMap<Integer, SeedPair> here = new TreeMap<>();
    TreeMap<Integer, SeedPair> first = new TreeMap<>();
    for (int seed = 0; seed < 6; seed++) {
      double loss = 4 + .1 * seed;
      first.put(seed, SeedPair.of(loss - .001 * seed - .001, loss, 1, Rounding.FLOAT32));
      here.put(seed, SeedPair.of(loss - .001 * seed - .001 - 1e-6, loss, 1, Rounding.FLOAT32));
    }

    assertThat(new Gains(here).less(new Gains(first), ONE_LOOK, Rounding.FLOAT32).rounded())
        .isTrue();
  }
}
