package org.attune.bench.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.attune.api.Metric.Better;
import org.attune.sweeps.statistics.Holm;
import org.attune.sweeps.statistics.Looks;
import org.attune.sweeps.statistics.SeedComparison;
import org.attune.sweeps.statistics.SeedPair;

/**
 * A table of arms beside one control, whose seeds all arms share. A claim says that an arm is above
 * the control.
 *
 * @param effects true differences, in standard deviations of the paired differences
 * @param pairs of each arm, by seed
 */
record SimulatedTable(double[] effects, List<List<SeedPair>> pairs) {

  /** The seeds of the looks: from 5 upwards, as {@code replicates: {until: decided}} has them. */
  static final Looks LOOKS = Looks.between(5, 27);

  private static final double SPREAD = Math.sqrt(0.5); // of an arm, and of the control

  static SimulatedTable draw(Random random, double... effects) {
    double[] control = new double[LOOKS.last()];
    for (int seed = 0; seed < control.length; seed++) {
      control[seed] = SPREAD * random.nextGaussian();
    }
    List<List<SeedPair>> arms = new ArrayList<>();
    for (double effect : effects) {
      List<SeedPair> pairs = new ArrayList<>();
      for (double beside : control) {
        pairs.add(SeedPair.of(effect + SPREAD * random.nextGaussian(), beside));
      }
      arms.add(pairs);
    }
    return new SimulatedTable(effects, arms);
  }

  /**
   * What the seeds of an arm show.
   *
   * @param p two-sided, corrected for the looks
   * @param wrong whether a verdict is wrong: there is no effect, or it has the other direction
   */
  record Evidence(double p, boolean wrong) {}

  /** What a number of seeds shows of each arm. */
  List<Evidence> evidence(int seeds) {
    List<Evidence> evidence = new ArrayList<>();
    for (int arm = 0; arm < effects.length; arm++) {
      SeedComparison comparison =
          SeedComparison.of(
              pairs.get(arm).subList(0, seeds), Better.HIGHER, LOOKS.reached(seeds), LOOKS);
      double above = comparison.above(0);
      double below = comparison.below(0);
      evidence.add(
          new Evidence(
              Math.min(1, 2 * Math.min(above, below)), effects[arm] == 0 || below < above));
    }
    return evidence;
  }

  /** Whether each claim is decided at a level that Holm shares. */
  static boolean[] shown(List<Evidence> evidence, double level) {
    double[] adjusted = Holm.adjust(evidence.stream().mapToDouble(Evidence::p).toArray());
    boolean[] shown = new boolean[adjusted.length];
    for (int arm = 0; arm < adjusted.length; arm++) {
      shown[arm] = adjusted[arm] <= level;
    }
    return shown;
  }
}
