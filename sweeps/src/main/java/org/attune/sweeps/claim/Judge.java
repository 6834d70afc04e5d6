package org.attune.sweeps.claim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.statistics.Holm;
import org.attune.sweeps.statistics.Looks;
import org.attune.sweeps.statistics.MeanTest;

/**
 * Turns results into verdicts, by tests that were fixed beforehand.
 *
 * <p>For a claim "by more than the margin", <em>reproduced</em> means that a difference above the
 * margin is shown, <em>not reproduced</em> that one below it is shown, and <em>no difference</em>
 * that it lies between minus and plus the margin. A difference of exactly the margin is no
 * reproduction. For a claim "no further off than the margin" being inside is reproduced, and being
 * beyond it on either side is not.
 *
 * <p>Each claim is looked at after so many seeds as {@link Looks} says, always by its first seeds;
 * the least probability of its looks, paid for all of them, goes through {@link Holm} over the
 * table. Both only fall as seeds are added, so a claim that is once decided stays decided, and the
 * chance that a table has any wrong verdict is {@link #LEVEL} at most, however the run was cut up.
 */
public final class Judge {

  /** The chance that a table has a wrong verdict. */
  public static final double LEVEL = 0.05;

  private static final double CONFIDENCE = 0.95;

  private final Looks looks;
  private final Outcomes outcomes;

  private Judge(Looks looks, Outcomes outcomes) {
    this.looks = looks;
    this.outcomes = outcomes;
  }

  /** A claim's least probabilities over the looks so far, all looks paid for. */
  private record Shown(int seeds, double holds, double fails, double alike) {

    double either() {
      return Math.min(holds, fails);
    }
  }

  /**
   * The verdict on each claim of a table, in order.
   *
   * @param looks after how many seeds the claims are looked at
   */
  public static List<Finding> findings(List<Claim> claims, Looks looks, Outcomes outcomes) {
    Judge judge = new Judge(looks, outcomes);
    List<Shown> shown = claims.stream().map(judge::shown).toList();
    double[] adjusted = Holm.adjust(shown.stream().mapToDouble(Shown::either).toArray());
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < claims.size(); i++) {
      findings.add(judge.finding(claims.get(i), shown.get(i), adjusted[i]));
    }
    return findings;
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
    for (Finding finding : findings(claims, looks, outcomes)) {
      if (!finding.verdict().decided()) {
        int next =
            looks.seeds().stream()
                .filter(look -> look > finding.seeds())
                .findFirst()
                .orElse(finding.seeds());
        finding.claim().cells().forEach(cell -> wanted.merge(cell, next, Math::max));
      }
    }
    return wanted;
  }

  private Shown shown(Claim claim) {
    int ended = claim.cells().stream().mapToInt(outcomes::ended).min().orElse(0);
    List<Evidence> evidence = new ArrayList<>();
    int seeds = 0;
    for (int look : looks.reached(ended)) {
      evidence.add(Evidence.of(claim, outcomes, look));
      seeds = look;
    }
    boolean exact = claim.outcome() instanceof Outcome.Solved;
    return new Shown(
        seeds,
        overall(evidence, Evidence::holds, exact),
        overall(evidence, Evidence::fails, exact),
        overall(evidence, Evidence::alike, exact));
  }

  private double overall(
      List<Evidence> evidence, ToDoubleFunction<Evidence> probability, boolean exact) {
    double least = evidence.stream().mapToDouble(probability).min().orElse(1);
    return exact ? looks.overallOfAny(least) : looks.overall(least);
  }

  private Finding finding(Claim claim, Shown shown, double adjusted) {
    return new Finding(
        claim,
        verdict(shown, adjusted),
        shown.seeds(),
        adjusted,
        effect(Evidence.of(claim, outcomes, shown.seeds())));
  }

  private static Verdict verdict(Shown shown, double adjusted) {
    if (adjusted > LEVEL) {
      return Verdict.INCONCLUSIVE;
    }
    if (shown.holds() < shown.fails()) {
      return Verdict.REPRODUCED;
    }
    // Being alike is shown at the price that the claim itself has paid.
    double alike = shown.fails() == 0 ? shown.alike() : shown.alike() * adjusted / shown.fails();
    return alike <= LEVEL ? Verdict.NO_DIFFERENCE : Verdict.NOT_REPRODUCED;
  }

  private static Finding.Effect effect(Evidence evidence) {
    if (evidence instanceof Evidence.Counts counts) {
      return new Finding.Effect.Solved(
          counts.solved(), counts.of(), counts.otherSolved(), counts.otherOf());
    }
    MeanTest test = ((Evidence.Means) evidence).test();
    MeanTest.Interval interval = test.interval(CONFIDENCE);
    return new Finding.Effect.Difference(
        test.summary().n(), test.summary().mean(), interval.low(), interval.high());
  }
}
