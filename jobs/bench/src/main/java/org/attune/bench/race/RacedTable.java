package org.attune.bench.race;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.attune.api.Metric.Better;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimSource;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.claim.StatedEffect;
import org.attune.sweeps.claim.Tuning;

/**
 * A simulated table of two to six claims about cells against a common one, with the truth of each
 * claim.
 *
 * @param kind the kind of outcomes
 * @param truths its claims, with their truths
 * @param values by cell and seed; NaN for a failed seed
 * @param tuning by setting and tuning seed
 * @param means the true mean of each setting of a tuned arm
 */
record RacedTable(
    Kind kind,
    List<Truth> truths,
    Map<Configuration, double[]> values,
    Map<Configuration, double[]> tuning,
    Map<Configuration, Double> means)
    implements Outcomes {

  /** The kind of outcomes. */
  enum Kind {
    /**
     * Normal values; a cell's own deviation is a third of the common one's, equal to it, or twice
     * it.
     */
    NORMAL,
    /** Counts of seeds that solve a task. */
    SOLVED,
    /** Bimodal values, with a claim about their mean. */
    BIMODAL,
    /** Normal values; the worse half of a cell's seeds fails. */
    DIVERGING,
    /** Arms of four settings each; the best is chosen on tuning seeds. */
    TUNED
  }

  private static final int MOST = 12;
  private static final int SETTINGS = 4;
  private static final double EFFECT = 2;
  private static final double[] EFFECTS = {-1, 0, Claim.MARGIN * EFFECT, 1, EFFECT, 3.5};
  private static final double[] SPREADS = {1.0 / 3, 1, 2};
  private static final double[][] CHANCES = {{0.5, 0.5}, {0.05, 0.05}, {0.95, 0.05}, {0.8, 0.3}};
  private static final double CHANCE_EFFECT = 0.8;

  /**
   * A claim, and by how much it truly holds.
   *
   * @param difference of means or of chances; for a tuned arm, the part from its own settings
   * @param fails whose worse half fails: above 0 the subject's, below 0 the common cell's
   */
  record Truth(Claim claim, double difference, int fails) {

    boolean contradicts(ClaimVerdict verdict, RacedTable table) {
      double truly = table.difference(this);
      boolean low = fails <= 0; // a subject with failures is worse than its difference
      boolean high = fails >= 0;
      return switch (verdict) {
        case REPRODUCED -> high && truly <= claim.margin();
        case LARGER -> high && truly <= claim.expected() + claim.margin();
        case OPPOSITE -> low && truly >= 0;
        case NO_DIFFERENCE -> fails == 0 && Math.abs(truly) >= claim.margin();
        case SMALLER -> low && truly >= claim.expected();
        case CONTROL_DIFFERS, ROUNDING, INCONCLUSIVE, NOT_TESTABLE -> false;
      };
    }
  }

  static RacedTable of(Kind kind, Random random) {
    return new Maker(kind, random).table();
  }

  /** All cells. */
  List<Configuration> cells() {
    return List.copyOf(values.keySet());
  }

  private double difference(Truth truth) {
    if (kind != Kind.TUNED) {
      return truth.difference();
    }
    Measure other = ((Reference.OfCell) truth.claim().reference()).measure();
    return means.get(truth.claim().subject().chosen(this).orElseThrow())
        - means.get(other.chosen(this).orElseThrow());
  }

  @Override
  public int ended(Configuration cell) {
    return values.get(cell).length;
  }

  @Override
  public boolean ended(Configuration cell, int replicate) {
    return true;
  }

  @Override
  public OptionalDouble value(Configuration cell, int replicate, String metric) {
    double value =
        Tuning.isTuning(replicate)
            ? tuning.get(cell)[replicate - Tuning.FIRST_SEED]
            : values.get(cell)[replicate];
    return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /**
   * A claim that a cell lies above another.
   *
   * @param sized whether it states the effect, not a direction alone
   */
  static Claim claim(
      Measure subject, Measure common, double effect, boolean sized, Outcome outcome) {
    return new Claim(
        "",
        subject,
        Relation.ABOVE,
        new Reference.OfCell(common, 1),
        0,
        outcome,
        "",
        "",
        Optional.of(ClaimSource.OURS),
        sized ? Optional.of(StatedEffect.of(effect)) : Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** A measure of a cell. */
  static Measure cell(String name) {
    return new Measure(
        name, new Configuration(Map.of("cell", name)), "value", Better.HIGHER, Optional.empty());
  }

  /** Draws one table. */
  private static final class Maker {

    private final Kind kind;
    private final Random random;
    private final Map<Configuration, double[]> values = new HashMap<>();
    private final Map<Configuration, double[]> tuning = new HashMap<>();
    private final Map<Configuration, Double> means = new HashMap<>();

    Maker(Kind kind, Random random) {
      this.kind = kind;
      this.random = random;
    }

    RacedTable table() {
      List<Truth> truths = new ArrayList<>();
      double[] chances = CHANCES[random.nextInt(CHANCES.length)];
      boolean counted = kind == Kind.SOLVED || kind == Kind.BIMODAL;
      boolean commonFails = kind == Kind.DIVERGING && random.nextBoolean();
      Measure common = kind == Kind.TUNED ? arm("common", 0) : cell("common");
      if (kind != Kind.TUNED) {
        values.put(common.cell(), counted ? modes(chances[1]) : failing(noise(0, 1), commonFails));
      }
      int count = 2 + random.nextInt(5);
      for (int i = 0; i < count; i++) {
        double effect = EFFECTS[random.nextInt(EFFECTS.length)];
        double chance = random.nextBoolean() ? chances[0] : chances[1];
        boolean fails = kind == Kind.DIVERGING && !commonFails && random.nextBoolean();
        Measure subject = kind == Kind.TUNED ? arm("cell " + i, effect) : cell("cell " + i);
        if (kind != Kind.TUNED) {
          double spread = SPREADS[random.nextInt(SPREADS.length)];
          values.put(
              subject.cell(), counted ? modes(chance) : failing(noise(effect, spread), fails));
        }
        Claim claim =
            claim(
                subject,
                common,
                counted ? CHANCE_EFFECT : EFFECT,
                random.nextInt(4) > 0, // one in four states only a direction
                kind == Kind.SOLVED ? new Outcome.Solved(0.5, true) : Outcome.VALUE);
        double difference = counted ? chance - chances[1] : effect;
        truths.add(new Truth(claim, difference, fails ? 1 : commonFails ? -1 : 0));
      }
      return new RacedTable(kind, truths, values, tuning, means);
    }

    /** Makes settings around a mean, spread by the noise of one seed. */
    private Measure arm(String name, double mean) {
      List<Configuration> settings = new ArrayList<>();
      for (int i = 0; i < SETTINGS; i++) {
        Configuration setting = new Configuration(Map.of("cell", name, "rate", "" + i));
        double settingMean = mean + random.nextGaussian();
        settings.add(setting);
        means.put(setting, settingMean);
        values.put(setting, noise(settingMean, 1));
        tuning.put(setting, Arrays.copyOf(noise(settingMean, 1), 2));
      }
      Tuning how = new Tuning(settings, "value", false, 2);
      return new Measure(name, settings.get(0), "value", Better.HIGHER, Optional.of(how));
    }

    private double[] failing(double[] all, boolean worseHalf) {
      if (!worseHalf) {
        return all;
      }
      double median = Arrays.stream(all).sorted().skip(MOST / 2).findFirst().orElseThrow();
      return Arrays.stream(all).map(value -> value < median ? Double.NaN : value).toArray();
    }

    private double[] noise(double mean, double spread) {
      return random.doubles(MOST).map(unused -> mean + spread * random.nextGaussian()).toArray();
    }

    private double[] modes(double chance) {
      return random
          .doubles(MOST)
          .map(u -> (u < chance ? 1 : 0) + 0.01 * random.nextGaussian())
          .toArray();
    }
  }
}
