package org.attune.sweeps.claim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.statistics.Holm;
import org.attune.sweeps.statistics.Looks;

/**
 * Turns results into verdicts, by tests that were stated beforehand.
 *
 * <p>Each verdict is read off a two-sided interval of the difference. A claim "by more than the
 * margin" is <em>reproduced</em> when the interval lies above the margin, shows <em>no
 * difference</em> when it lies between minus and plus the margin, shows the <em>opposite</em> when
 * it lies below zero, and a <em>smaller</em> effect when it lies below the paper's. Otherwise it is
 * <em>inconclusive</em>. A claim "no further off than the margin" is reproduced inside and the
 * opposite beyond.
 *
 * <p>Each claim is looked at after so many seeds as {@link Looks} says, always by its first seeds.
 * The least probability of its looks, paid for all of them, goes through {@link Holm} over the
 * table, and the interval has the level at which Holm tests this claim. So the chance that a table
 * has any wrong verdict is {@link #LEVEL} at most, however the run was cut up. Claims that are not
 * testable cost nothing.
 */
public final class Judge {

  /** The chance that a table has a wrong verdict. */
  public static final double LEVEL = 0.05;

  private Judge() {}

  /**
   * The verdict on each claim of a table, in order.
   *
   * @param looks after how many seeds the claims are looked at
   */
  public static List<Finding> findings(List<Claim> claims, Looks looks, Outcomes outcomes) {
    Table table = Table.of(claims, looks, outcomes);
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < claims.size(); i++) {
      findings.add(table.finding(i));
    }
    return findings;
  }

  /** The verdicts alone: the same as those of {@link #findings}, and quicker. */
  public static List<Verdict> verdicts(List<Claim> claims, Looks looks, Outcomes outcomes) {
    return Table.of(claims, looks, outcomes).verdicts();
  }

  /** Each claim's probability before the other claims are paid for: see {@link Finding}. */
  static List<Double> probabilities(List<Claim> claims, Looks looks, Outcomes outcomes) {
    return DoubleStream.of(Table.of(claims, looks, outcomes).own()).boxed().toList();
  }

  /**
   * How many seeds each cell is to have next: as many as it has, or those of the next look where a
   * claim about it is open.
   *
   * @param seeds that each cell has, all ended
   */
  public static Map<Configuration, Integer> wanted(
      List<Claim> claims, Looks looks, Outcomes outcomes, Map<Configuration, Integer> seeds) {
    Map<Configuration, Integer> wanted = new LinkedHashMap<>(seeds);
    Table table = Table.of(claims, looks, outcomes);
    List<Verdict> verdicts = table.verdicts();
    for (int i = 0; i < claims.size(); i++) {
      if (!verdicts.get(i).decided()) {
        int has = table.looked.get(i).seeds();
        int next = looks.seeds().stream().filter(look -> look > has).findFirst().orElse(has);
        claims.get(i).cells(outcomes).forEach(cell -> wanted.merge(cell, next, Math::max));
      }
    }
    return wanted;
  }

  /**
   * The claims of a table, and the level that Holm gives each.
   *
   * @param own probability of each claim before the others are paid for
   */
  private record Table(
      List<Looked> looked, double[] own, double[] adjusted, double[] levels, boolean[] tested) {

    static Table of(List<Claim> claims, Looks looks, Outcomes outcomes) {
      List<Looked> looked =
          claims.stream().map(claim -> Looked.of(claim, looks, outcomes)).toList();
      boolean[] tested = new boolean[claims.size()];
      double[] own = new double[claims.size()];
      for (int i = 0; i < own.length; i++) {
        tested[i] = claims.get(i).testable();
        own[i] = tested[i] ? looked.get(i).probability() : 1;
      }
      double[] among =
          IntStream.range(0, own.length).filter(i -> tested[i]).mapToDouble(i -> own[i]).toArray();
      double[] adjusted = spread(Holm.adjust(among), tested, 1);
      double[] levels = spread(Holm.levels(LEVEL, among), tested, LEVEL);
      return new Table(looked, own, adjusted, levels, tested);
    }

    private static double[] spread(double[] among, boolean[] tested, double other) {
      double[] all = new double[tested.length];
      int next = 0;
      for (int i = 0; i < all.length; i++) {
        all[i] = tested[i] ? among[next++] : other;
      }
      return all;
    }

    List<Verdict> verdicts() {
      List<Verdict> verdicts = new ArrayList<>();
      for (int i = 0; i < own.length; i++) {
        verdicts.add(looked.get(i).verdict(levels[i]));
      }
      return verdicts;
    }

    Finding finding(int i) {
      Looked of = looked.get(i);
      Verdict verdict = of.verdict(levels[i]);
      return new Finding(
          of.claim(),
          verdict,
          of.seeds(),
          adjusted[i],
          own[i],
          of.effect(levels[i]),
          verdict == Verdict.INCONCLUSIVE ? Power.seeds(of, levels[i]) : OptionalInt.empty());
    }
  }
}
