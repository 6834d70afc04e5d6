package org.attune.sweeps.claim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.statistics.Looks;

/**
 * Tables of which the truth is known: how many trials seeds-until-decided spends beside a fixed ten
 * for each cell, and how often a verdict is false.
 *
 * <p>Each table has two to six claims on cells against a common one. Half of the claims are on
 * means, by a margin of one standard deviation of the common cell, with a true difference of 0, one
 * half, one (the margin itself), two or three and a half; a cell's own deviation is a third, once
 * or twice the common one's. The other half are on solved seeds of cells with two modes, whose
 * chances are alike, or .95 against .05, or .8 against .3.
 */
public final class Race {

  private static final int FIXED = 10;
  private static final int MOST = 12;
  private static final double[] EFFECTS = {0, 0.5, 1, 2, 3.5};
  private static final double[] SPREADS = {1.0 / 3, 1, 2};
  private static final double[][] CHANCES = {{0.5, 0.5}, {0.05, 0.05}, {0.95, 0.05}, {0.8, 0.3}};
  private static final double MARGIN = 1;

  private final Random random;
  private long spent;
  private long fixed;
  private long claims;
  private long same;
  private long spentDecided;
  private long fixedDecided;
  private int falseTables;
  private int falseFixed;

  private Race(long seed) {
    this.random = new Random(seed);
  }

  /**
   * What a race came to.
   *
   * @param trials spent until decided, over those of ten seeds a cell
   * @param decided the same over the tables that ten seeds decide wholly
   * @param falseTables share of tables with a false verdict
   * @param falseFixed the same of the tables with ten seeds a cell
   * @param same share of claims on which both say the same
   */
  public record Result(
      double trials, double decided, double falseTables, double falseFixed, double same) {}

  /** Runs so many tables; the same seed gives the same result. */
  public static Result run(int tables, long seed) {
    Race race = new Race(seed);
    for (int i = 0; i < tables; i++) {
      race.table();
    }
    return new Result(
        (double) race.spent / race.fixed,
        (double) race.spentDecided / race.fixedDecided,
        (double) race.falseTables / tables,
        (double) race.falseFixed / tables,
        (double) race.same / race.claims);
  }

  /** A claim, and by how much it truly holds: the difference of means, or of chances. */
  private record Truth(Claim claim, double difference) {

    boolean contradicts(Verdict verdict) {
      return switch (verdict) {
        case REPRODUCED -> difference <= claim.margin();
        case NOT_REPRODUCED -> difference > claim.margin();
        case NO_DIFFERENCE -> Math.abs(difference) >= claim.margin();
        case INCONCLUSIVE -> false;
      };
    }
  }

  private void table() {
    Map<Configuration, double[]> values = new HashMap<>();
    boolean solved = random.nextBoolean();
    double[] chances = CHANCES[random.nextInt(CHANCES.length)];
    List<Truth> truths = new ArrayList<>();
    Measure common = cell("common");
    values.put(common.cell(), solved ? modes(chances[1]) : noise(0, 1));
    int count = 2 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      Measure own = cell("cell " + i);
      Reference reference = new Reference.OfCell(common, 1);
      if (solved) {
        double chance = random.nextBoolean() ? chances[0] : chances[1];
        values.put(own.cell(), modes(chance));
        Claim claim =
            new Claim("", own, Relation.ABOVE, reference, 0, new Outcome.Solved(0.5, true), "", "");
        truths.add(new Truth(claim, chance - chances[1]));
      } else {
        double effect = EFFECTS[random.nextInt(EFFECTS.length)];
        values.put(own.cell(), noise(effect, SPREADS[random.nextInt(SPREADS.length)]));
        Claim claim = new Claim("", own, Relation.ABOVE, reference, MARGIN, Outcome.VALUE, "", "");
        truths.add(new Truth(claim, effect));
      }
    }
    judge(truths, values);
  }

  private void judge(List<Truth> truths, Map<Configuration, double[]> values) {
    List<Claim> all = truths.stream().map(Truth::claim).toList();
    SeedRace table = SeedRace.of(all, values.keySet(), Looks.STANDARD, FIXED, new Results(values));
    boolean wrong = false;
    boolean wrongFixed = false;
    for (int i = 0; i < truths.size(); i++) {
      wrong |= truths.get(i).contradicts(table.decided().get(i).verdict());
      wrongFixed |= truths.get(i).contradicts(table.plain().get(i).verdict());
    }
    same += table.same();
    claims += truths.size();
    falseTables += wrong ? 1 : 0;
    falseFixed += wrongFixed ? 1 : 0;
    spent += table.spent();
    fixed += table.fixed();
    if (table.plainDecidesAll()) {
      spentDecided += table.spent();
      fixedDecided += table.fixed();
    }
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

  private static Measure cell(String name) {
    return new Measure(name, Configuration.recorded(Map.of("cell", name)), "value");
  }

  private record Results(Map<Configuration, double[]> values) implements Outcomes {

    @Override
    public int ended(Configuration cell) {
      return values.get(cell).length;
    }

    @Override
    public OptionalDouble value(Configuration cell, int replicate, String metric) {
      return OptionalDouble.of(values.get(cell)[replicate]);
    }
  }
}
