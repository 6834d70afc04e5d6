package org.attune.bench.lab;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.attune.bench.lab.SimulatedTable.Evidence;
import org.attune.sweeps.lab.Wealth;
import org.attune.sweeps.statistics.FalseDiscovery;

/**
 * A lab over its life, whose tables run at the same time and end late, or never.
 *
 * @param discoveries of the lab
 * @param wrong discoveries
 * @param found true effects among its claims that it shows
 * @param offline true effects that Benjamini and Hochberg show, who see all claims at once
 * @param effects true effects among its claims
 */
record SimulatedLab(int discoveries, int wrong, int found, int offline, int effects) {

  private static final double NULLS = 0.9;
  private static final double LEAST = 0.5; // effect, in standard deviations
  private static final double MOST = 2;
  private static final int RUN = 50; // claims of one kind in a row
  private static final int MOST_ARMS = 4;
  private static final int LATEST = 20; // tables that are stated before one ends
  private static final double ABANDONED = 0.05;
  private static final double SINGLE = 0.5; // tables of one claim
  private static final double BAD = 0.5; // a p with which the agent drops an idea

  /** The share of the discoveries that is wrong; 0 without any. */
  double falseShare() {
    return discoveries == 0 ? 0 : (double) wrong / discoveries;
  }

  private record Stated(SimulatedTable table, double level, int due, boolean abandoned) {}

  /**
   * An honest lab.
   *
   * @param runs whether true effects come in runs; else in random order
   */
  static SimulatedLab honest(int claims, boolean runs, Random random) {
    Deque<Stated> open = new ArrayDeque<>();
    List<Stated> late = new ArrayList<>();
    List<Double> all = new ArrayList<>();
    List<Boolean> truths = new ArrayList<>();
    int stated = 0;
    int discoveries = 0;
    int wrong = 0;
    int found = 0;
    for (int turn = 0; stated < claims || !late.isEmpty(); turn++) {
      if (stated < claims) {
        double[] effects = effects(Math.min(claims - stated, arms(random)), stated, runs, random);
        Wealth wealth = new Wealth(Wealth.RATE, stated, discoveries);
        SimulatedTable table = SimulatedTable.draw(random, effects);
        late.add(
            new Stated(
                table,
                wealth.level(effects.length),
                turn + random.nextInt(LATEST),
                random.nextDouble() < ABANDONED));
        stated += effects.length;
      }
      int now = turn;
      late.stream().filter(claim -> claim.due() <= now || now > claims).forEach(open::add);
      late.removeAll(open);
      while (!open.isEmpty()) {
        Stated ended = open.remove();
        List<Evidence> evidence = ended.table().evidence(SimulatedTable.LOOKS.last());
        boolean[] shown = SimulatedTable.shown(evidence, ended.abandoned() ? 0 : ended.level());
        for (int arm = 0; arm < shown.length; arm++) {
          boolean isWrong = evidence.get(arm).wrong();
          boolean isTrue = ended.table().effects()[arm] > 0;
          discoveries += shown[arm] ? 1 : 0;
          wrong += shown[arm] && isWrong ? 1 : 0;
          found += shown[arm] && !isWrong ? 1 : 0;
          all.add(ended.abandoned() ? 1 : evidence.get(arm).p());
          truths.add(isTrue && !isWrong);
        }
      }
    }
    double[] adjusted =
        FalseDiscovery.adjust(all.stream().mapToDouble(Double::doubleValue).toArray());
    int offline = 0;
    int effects = 0;
    for (int i = 0; i < adjusted.length; i++) {
      effects += truths.get(i) ? 1 : 0;
      offline += truths.get(i) && adjusted[i] <= Wealth.RATE ? 1 : 0;
    }
    return new SimulatedLab(discoveries, wrong, found, offline, effects);
  }

  private static int arms(Random random) {
    return random.nextDouble() < SINGLE ? 1 : 1 + random.nextInt(MOST_ARMS);
  }

  private static double[] effects(int arms, int stated, boolean runs, Random random) {
    boolean inRun = Math.floorMod(stated / RUN, 10) == 9; // a tenth of the claims
    double[] effects = new double[arms];
    for (int arm = 0; arm < arms; arm++) {
      boolean isNull = runs ? !inRun : random.nextDouble() < NULLS;
      effects[arm] = isNull ? 0 : effect(random);
    }
    return effects;
  }

  private static double effect(Random random) {
    return LEAST + (MOST - LEAST) * random.nextDouble();
  }

  /**
   * A lab of an agent that wants something to show. It adds seeds to an idea only while its p looks
   * good. It drops an idea that looks bad, words it anew and starts a sweep with new seeds, up to
   * five times. It splits one idea into up to four arms. It states easy true effects to gain
   * wealth. It ends the lab as soon as something wrong was shown.
   */
  static SimulatedLab adversary(int claims, Random random) {
    int stated = 0;
    int discoveries = 0;
    int wrong = 0;
    while (stated < claims && wrong == 0) {
      boolean easy = random.nextDouble() > NULLS;
      int arms = easy ? 1 : arms(random);
      int tries = easy ? 1 : 5;
      boolean shownYet = false;
      for (int i = 0; i < tries && !shownYet && stated < claims; i++) {
        double[] effects = new double[Math.min(arms, claims - stated)];
        effects[0] = easy ? MOST : 0;
        double level = new Wealth(Wealth.RATE, stated, discoveries).level(effects.length);
        stated += effects.length;
        SimulatedTable table = SimulatedTable.draw(random, effects);
        List<Evidence> evidence = List.of();
        for (int look : SimulatedTable.LOOKS.seeds()) {
          evidence = table.evidence(look);
          double best = evidence.stream().mapToDouble(Evidence::p).min().orElse(1);
          if (!easy && best > BAD) {
            break; // word it anew
          }
        }
        boolean[] shown = SimulatedTable.shown(evidence, level);
        for (int arm = 0; arm < shown.length; arm++) {
          shownYet |= shown[arm];
          discoveries += shown[arm] ? 1 : 0;
          wrong += shown[arm] && evidence.get(arm).wrong() ? 1 : 0;
        }
      }
    }
    return new SimulatedLab(discoveries, wrong, discoveries - wrong, 0, 0);
  }
}
