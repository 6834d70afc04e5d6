package org.attune.bench.race;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Judge;
import org.attune.sweeps.statistics.FalseDiscovery;
import org.attune.sweeps.statistics.Looks;

/**
 * Simulates tables with known truth. The race compares the trials of seeds-until-decided with ten
 * fixed seeds per cell. It also counts false verdicts: in a table, and among all verdicts of
 * {@value #SUMMARY} tables read together.
 */
final class Race {

  private static final int FIXED = 10;
  private static final int SUMMARY = 17;

  private final Random random;
  private final Map<RacedTable.Kind, int[]> kinds = new HashMap<>();
  private long spent;
  private long fixed;
  private long claims;
  private long same;
  private long spentDecided;
  private long fixedDecided;
  private int falseTables;
  private int falseFixed;
  private long shown;
  private long wrongShown;
  private final List<Judged> judged = new ArrayList<>(); // since the last summary

  private record Judged(double probability, boolean shown, boolean wrong) {}

  private Race(long seed) {
    this.random = new Random(seed);
  }

  /**
   * The result of a race.
   *
   * @param trials used until decided, relative to ten seeds per cell
   * @param decided this ratio over the tables that ten seeds decide completely
   * @param falseTables share of tables with a false verdict
   * @param falseFixed this share with ten seeds per cell
   * @param same share of claims on which both methods agree
   * @param falseVerdicts share of false verdicts among all verdicts, in summaries of many tables
   * @param falseByKind share of tables with a false verdict, by kind of table
   */
  record Result(
      double trials,
      double decided,
      double falseTables,
      double falseFixed,
      double same,
      double falseVerdicts,
      Map<String, Double> falseByKind) {}

  /** Simulates this many tables; equal seeds give equal results. */
  static Result run(int tables, long seed) {
    Race race = new Race(seed);
    for (int i = 1; i <= tables; i++) {
      race.table();
      if (i % SUMMARY == 0) {
        race.summary();
      }
    }
    race.summary();
    Map<String, Double> byKind = new TreeMap<>();
    race.kinds.forEach(
        (kind, count) ->
            byKind.put(kind.name().toLowerCase(Locale.ROOT), (double) count[0] / count[1]));
    return new Result(
        (double) race.spent / race.fixed,
        (double) race.spentDecided / race.fixedDecided,
        (double) race.falseTables / tables,
        (double) race.falseFixed / tables,
        (double) race.same / race.claims,
        (double) race.wrongShown / Math.max(1, race.shown),
        byKind);
  }

  private void table() {
    RacedTable.Kind[] all = RacedTable.Kind.values();
    RacedTable made = RacedTable.of(all[random.nextInt(all.length)], random);
    List<Claim> stated = made.truths().stream().map(RacedTable.Truth::claim).toList();
    List<Configuration> cells = made.cells();
    SeedRace table = SeedRace.of(stated, cells, Looks.STANDARD, FIXED, made);
    boolean anyWrong = false;
    boolean anyWrongFixed = false;
    for (int i = 0; i < stated.size(); i++) {
      boolean contradicted = made.truths().get(i).contradicts(table.decided().get(i), made);
      anyWrong |= contradicted;
      anyWrongFixed |= made.truths().get(i).contradicts(table.plain().get(i), made);
      boolean isShown = table.decided().get(i).shown();
      judged.add(new Judged(table.probabilities().get(i), isShown, contradicted));
    }
    same += table.same();
    claims += stated.size();
    falseTables += anyWrong ? 1 : 0;
    falseFixed += anyWrongFixed ? 1 : 0;
    int[] ofKind = kinds.computeIfAbsent(made.kind(), kind -> new int[2]);
    ofKind[0] += anyWrong ? 1 : 0;
    ofKind[1]++;
    spent += table.spent();
    fixed += table.fixed();
    if (table.plainDecidesAll()) {
      spentDecided += table.spent();
      fixedDecided += table.fixed();
    }
  }

  private void summary() {
    double[] adjusted =
        FalseDiscovery.adjust(judged.stream().mapToDouble(Judged::probability).toArray());
    for (int i = 0; i < adjusted.length; i++) {
      if (judged.get(i).shown && adjusted[i] <= Judge.LEVEL) {
        shown++;
        wrongShown += judged.get(i).wrong ? 1 : 0;
      }
    }
    judged.clear();
  }
}
