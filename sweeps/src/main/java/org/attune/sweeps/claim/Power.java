package org.attune.sweeps.claim;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.attune.sweeps.statistics.LookCost;
import org.attune.sweeps.statistics.Looks;
import org.attune.sweeps.statistics.MeanTest;
import org.attune.sweeps.statistics.PoweredSeeds;
import org.attune.sweeps.statistics.SeedDifferences;
import org.attune.sweeps.statistics.SignedRanks;

/**
 * The number of seeds that would decide an undecided claim with probability {@value #TARGET},
 * taking the paper's effect as true, or without one the difference found so far.
 *
 * <p>The estimate uses the normal approximation for the mean of differences, with the standard
 * deviation found so far. Two more seeds account for the estimation of that deviation. Where cells
 * have two modes, ranks judge, and the spread does not count: then it is the least number of seeds
 * whose ranks decide, if new seeds differ as those found do.
 */
final class Power {

  /** The probability that the seeds decide the claim. */
  static final double TARGET = PoweredSeeds.TARGET;

  private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);
  private static final int FOR_THE_DEVIATION = 2;
  private static final int MOST = 100_000;
  private static final int MOST_BY_RANKS = 500;

  /** Beyond this number of seeds, ranks are tried at each tenth number. */
  private static final int EACH = 100;

  private Power() {}

  /**
   * Seeds per cell at a look.
   *
   * @param level the claim's two-sided level
   */
  static OptionalInt seeds(Looked looked, double level) {
    if (looked.unjudged().isPresent()) {
      return OptionalInt.empty();
    }
    if (looked.seeds() == 0) {
      return OptionalInt.of(looked.looks().seeds().get(0));
    }
    Optional<SeedDifferences> last = looked.evidence().last();
    Claim claim = looked.claim();
    double deviation;
    double found;
    if (last.isPresent()) {
      deviation = last.get().deviation();
      found = last.get().mean();
    } else {
      deviation = Math.sqrt(0.5); // the largest for a difference of two proportions
      found = looked.claim().margin();
    }
    if (last.isPresent() && isByModes(claim, last.get())) {
      return byModes(looked, last.get(), level / 2);
    }
    double distance = distance(claim, found);
    if (!(distance > 0) || Double.isNaN(deviation)) {
      return OptionalInt.empty();
    }
    // Any look may be the last, so the standard looks' correction applies to all of them.
    double side = looked.looks().seeds().size() == 1 ? level / 2 : level / 6;
    double sum =
        NORMAL.inverseCumulativeProbability(1 - side) + NORMAL.inverseCumulativeProbability(TARGET);
    double seeds = Math.pow(sum * deviation / distance, 2) + FOR_THE_DEVIATION;
    if (seeds > MOST) {
      return OptionalInt.empty();
    }
    int least = Math.max((int) Math.ceil(seeds), looked.seeds() + 1);
    while (last.isPresent() && MeanTest.leastOfPairs(least) > level / 2) {
      least++; // so few seeds show nothing, however well they agree
    }
    Looks looks = looked.looks();
    int first = looks.seeds().size() == 1 ? least : Looks.next(least - 1);
    return last.filter(differences -> differences.ranks(0)).isEmpty()
        ? OptionalInt.of(first)
        : byRanks(contrary(claim, found, last.get()), looks, level / 2, first);
  }

  /** Whether ranks judge for two modes, and the claim asks for a side alone, without an effect. */
  private static boolean isByModes(Claim claim, SeedDifferences last) {
    return last.failed() == 0
        && last.ranks(claim.margin())
        && claim.relation() != Relation.NEAR
        && claim.effect().isEmpty();
  }

  private static OptionalInt byModes(Looked looked, SeedDifferences found, double side) {
    double margin = looked.claim().margin();
    boolean higher = found.mean() > margin;
    Looks looks = looked.looks();
    boolean once = looks.seeds().size() == 1;
    IntStream more =
        once
            ? IntStream.iterate(looked.seeds() + 1, n -> n <= MOST_BY_RANKS, Power::more)
            : IntStream.iterate(Looks.next(looked.seeds()), n -> n <= MOST_BY_RANKS, Looks::next);
    return PoweredSeeds.byRanks(
        found, higher ? margin : 0, higher, side, once ? LookCost.FREE : looks, more);
  }

  private static int more(int seeds) {
    return seeds < EACH ? seeds + 1 : seeds + EACH / 10;
  }

  /** The share of seeds that count, by a failure, as far as can be from what is to be shown. */
  private static double contrary(Claim claim, double found, SeedDifferences last) {
    int count =
        claim.relation() == Relation.NEAR
            ? last.failed()
            : claim.effect().isPresent() || found > claim.margin() ? last.lowest() : last.highest();
    return (double) count / last.seeds().size();
  }

  /**
   * Where ranks decide, the least number of seeds from this one on whose ranks can show anything,
   * if all seeds agree but those whose failure says the contrary.
   *
   * @param contrary the share of those, as so far
   * @param side the level on one side
   */
  private static OptionalInt byRanks(double contrary, Looks looks, double side, int first) {
    boolean once = looks.seeds().size() == 1;
    for (int n = first; n <= MOST_BY_RANKS; n = once ? n + 1 : Looks.next(n)) {
      double[] values = new double[n];
      for (int i = 0; i < n; i++) {
        values[i] = i < Math.round(contrary * n) ? Double.NEGATIVE_INFINITY : i + 1;
      }
      double above = SignedRanks.above(values);
      if ((once ? above : looks.paidOfAny(n, above)) <= side) {
        return OptionalInt.of(n);
      }
    }
    return OptionalInt.empty();
  }

  /** The distance from the assumed true difference to the nearest margin that must be excluded. */
  private static double distance(Claim claim, double found) {
    double margin = claim.margin();
    if (claim.relation() == Relation.NEAR) {
      return Math.max(margin - Math.abs(found), Math.abs(found) - margin);
    }
    return claim.effect().isPresent() ? claim.expected() - margin : Math.abs(found - margin);
  }
}
