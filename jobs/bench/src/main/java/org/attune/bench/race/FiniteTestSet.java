package org.attune.bench.race;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.statistics.Looks;

/**
 * Tables of arms that are equally good at a task and differ on the examples of a finite test set
 * alone. Each arm finds some examples easier than the others do, whatever its seed. On one test set
 * for all seeds this is a difference that more seeds make ever clearer. On a test set for each seed
 * it is noise like that of the seeds.
 *
 * @param examples in a test set
 * @param shared whether all seeds have the same test set
 */
record FiniteTestSet(int examples, boolean shared) {

  private static final int ARMS = 3;
  private static final int SEEDS = 12;
  private static final int FIXED = 10; // seeds of the table that is judged at once
  private static final double EASE = 0.84; // so that about four examples in five are solved
  private static final double DIFFICULTY = 0.7; // deviation over examples, the same for all arms
  private static final double TASTE = 0.5; // deviation over examples, an arm's own
  private static final double LUCK = 0.5; // deviation over seeds and examples
  private static final double SKILL = 0.02; // deviation over seeds of all examples at once
  private static final double EFFECT = 0.05; // stated, in shares of examples

  /** The share of tables with a wrong verdict; equal seeds give equal results. */
  double wrong(int tables, long seed) {
    Random random = new Random(seed);
    int wrong = 0;
    for (int i = 0; i < tables; i++) {
      wrong += isWrong(random) ? 1 : 0;
    }
    return (double) wrong / tables;
  }

  private boolean isWrong(Random random) {
    RacedTable table = table(random);
    List<Claim> stated = table.truths().stream().map(RacedTable.Truth::claim).toList();
    SeedRace race = SeedRace.of(stated, table.cells(), Looks.STANDARD, FIXED, table);
    boolean wrong = false;
    for (int i = 0; i < stated.size(); i++) {
      wrong |= table.truths().get(i).contradicts(race.decided().get(i), table);
    }
    return wrong;
  }

  private RacedTable table(Random random) {
    double[][] scores = new double[ARMS][SEEDS]; // shares of examples that are solved
    double[][] ease = null;
    for (int seed = 0; seed < SEEDS; seed++) {
      if (ease == null || !shared) {
        ease = testSet(random);
      }
      for (int arm = 0; arm < ARMS; arm++) {
        scores[arm][seed] = solved(ease[arm], SKILL * random.nextGaussian(), random);
      }
    }
    Map<Configuration, double[]> values = new HashMap<>();
    List<RacedTable.Truth> truths = new ArrayList<>();
    for (int arm = 0; arm < ARMS; arm++) {
      values.put(RacedTable.cell("arm " + arm).cell(), scores[arm]);
      if (arm > 0) {
        Claim claim =
            RacedTable.claim(
                RacedTable.cell("arm " + arm),
                RacedTable.cell("arm 0"),
                EFFECT,
                arm % 2 == 0,
                Outcome.VALUE);
        truths.add(new RacedTable.Truth(claim, 0, 0));
      }
    }
    return new RacedTable(RacedTable.Kind.NORMAL, truths, values, Map.of(), Map.of());
  }

  /** How easy each arm finds each example. */
  private double[][] testSet(Random random) {
    double[][] ease = new double[ARMS][examples];
    for (int e = 0; e < examples; e++) {
      double common = EASE + DIFFICULTY * random.nextGaussian();
      for (double[] arm : ease) {
        arm[e] = common + TASTE * random.nextGaussian();
      }
    }
    return ease;
  }

  private static double solved(double[] ease, double skill, Random random) {
    int solved = 0;
    for (double each : ease) {
      solved += each + skill + LUCK * random.nextGaussian() > 0 ? 1 : 0;
    }
    return (double) solved / ease.length;
  }
}
