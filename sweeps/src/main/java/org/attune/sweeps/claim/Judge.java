package org.attune.sweeps.claim;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.statistics.Holm;
import org.attune.sweeps.statistics.Looks;
import org.attune.sweeps.statistics.SeedComparison;

/**
 * Turns results into verdicts by preregistered tests.
 *
 * <p>Each verdict follows from a two-sided interval of the difference. A claim "by more than the
 * margin" is <em>reproduced</em> if the interval lies above the margin. The result is <em>no
 * difference</em> if the interval lies between minus and plus the margin, <em>opposite</em> if it
 * lies below zero, and <em>smaller</em> if it lies below the paper's effect. It is <em>larger</em>
 * if it lies above the effect by more than the margin. Otherwise the claim is
 * <em>inconclusive</em>. A claim "within the margin" is reproduced if the interval lies inside the
 * margin, and opposite if it lies beyond.
 *
 * <p>{@link SeedComparison} tests each claim after the numbers of seeds in {@link Looks}, and
 * adjusts it for the others of its table. The interval has the level at which Holm tests this
 * claim. So the probability of any wrong verdict in a table is at most {@link #LEVEL}, or the level
 * that a lab gives the table, however the run was interrupted. Claims that are not testable use up
 * no level.
 *
 * <p>Claims are judged on the sealed split where results hold it: see {@link SealedSplit}.
 */
public final class Judge {

  /** The maximum probability that a table outside of labs has a wrong verdict. */
  public static final double LEVEL = SeedComparison.LEVEL;

  private Judge() {}

  /**
   * The findings for the claims of a table, in order.
   *
   * @param level the maximum probability that the table has a wrong verdict
   * @param dropped testable claims that the table no longer has; Holm counts each with p 1, so that
   *     dropping a claim never lowers the p of another
   * @param looks numbers of seeds at which the claims are tested
   */
  public static List<Finding> findings(
      List<Claim> claims, double level, int dropped, Looks looks, Outcomes outcomes) {
    Table table = Table.of(claims, level, dropped, looks, outcomes);
    return IntStream.range(0, claims.size()).mapToObj(table::finding).toList();
  }

  /** The verdicts of {@link #findings} where no claim was dropped, computed faster. */
  public static List<ClaimVerdict> verdicts(List<Claim> claims, Looks looks, Outcomes outcomes) {
    return Table.of(claims, LEVEL, 0, looks, outcomes).verdicts();
  }

  /** Each claim's probability before adjustment for other claims: see {@link Finding}. */
  public static List<Double> probabilities(List<Claim> claims, Looks looks, Outcomes outcomes) {
    double[] probabilities = Table.of(claims, LEVEL, 0, looks, outcomes).probabilities();
    return DoubleStream.of(probabilities).map(Judge::orOne).boxed().toList();
  }

  /**
   * The number of seeds that each cell should have next: its current number, or that of the next
   * look if a claim about it is undecided.
   *
   * @param level the maximum probability that the table has a wrong verdict
   * @param seeds ended seeds of each cell
   */
  public static Map<Configuration, Integer> wanted(
      List<Claim> claims,
      double level,
      Looks looks,
      Outcomes outcomes,
      Map<Configuration, Integer> seeds) {
    Map<Configuration, Integer> wanted = new LinkedHashMap<>(seeds);
    Table table = Table.of(claims, level, 0, looks, outcomes);
    List<ClaimVerdict> verdicts = table.verdicts();
    for (int i = 0; i < claims.size(); i++) {
      if (!verdicts.get(i).decided()) {
        int has = table.looked.get(i).seeds();
        int next = looks.seeds().stream().filter(look -> look > has).findFirst().orElse(has);
        Claim claim = claims.get(i);
        Stream.concat(
                claim.cells(outcomes).stream(),
                claim
                    .tuned()
                    .flatMap(measure -> measure.chosen(outcomes).stream())
                    .filter(seeds::containsKey))
            .forEach(cell -> wanted.merge(cell, next, Math::max));
      }
    }
    return wanted;
  }

  /**
   * The claims of a table, with the level that Holm gives each.
   *
   * @param probabilities each claim's probability before adjustment for the others; NaN if it is
   *     not testable
   */
  private record Table(List<Looked> looked, double[] probabilities, Holm family) {

    static Table of(List<Claim> claims, double level, int dropped, Looks looks, Outcomes outcomes) {
      List<Looked> looked = claims.stream().map(claim -> looked(claim, looks, outcomes)).toList();
      double[] probabilities =
          looked.stream()
              .mapToDouble(
                  comparison ->
                      comparison.claim().testable() ? comparison.probability() : Double.NaN)
              .toArray();
      return new Table(looked, probabilities, Holm.of(probabilities, dropped, level));
    }

    /** A claim beside the seeds whose results nobody knew when it was stated. */
    private static Looked looked(Claim claim, Looks looks, Outcomes outcomes) {
      int known = outcomes instanceof KnownSeeds results ? results.known(claim) : 0;
      Outcomes fresh = known == 0 ? outcomes : new LaterSeeds(outcomes, known);
      return Looked.of(SealedSplit.claim(claim, fresh), looks.without(known), fresh);
    }

    List<ClaimVerdict> verdicts() {
      return IntStream.range(0, probabilities.length).mapToObj(this::verdict).toList();
    }

    /** No effect is judged beside a control that is not the paper's. */
    private ClaimVerdict verdict(int i) {
      ClaimVerdict verdict = looked.get(i).verdict(family.levels()[i]);
      return verdict.shown() && looked.get(i).control().isPresent()
          ? ClaimVerdict.CONTROL_DIFFERS
          : verdict;
    }

    Finding finding(int i) {
      Looked comparison = looked.get(i);
      ClaimVerdict verdict = verdict(i);
      return new Finding(
          comparison.claim(),
          verdict,
          comparison.seeds(),
          orOne(family.adjusted()[i]),
          orOne(probabilities[i]),
          comparison.least(),
          comparison.effect(family.levels()[i]),
          verdict == ClaimVerdict.INCONCLUSIVE
              ? Power.seeds(comparison, family.levels()[i])
              : OptionalInt.empty(),
          false);
    }
  }

  private static double orOne(double probability) {
    return Double.isNaN(probability) ? 1 : probability;
  }
}
