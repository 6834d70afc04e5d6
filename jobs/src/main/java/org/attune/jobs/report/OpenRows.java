package org.attune.jobs.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attune.jobs.console.Launcher;
import org.attune.sweeps.analysis.CellPair;
import org.attune.sweeps.analysis.CellPair.PairVerdict;
import org.attune.sweeps.analysis.CellPairs;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.statistics.LookCost;
import org.attune.sweeps.statistics.PoweredSeeds;
import org.attune.sweeps.statistics.Summary;
import org.attune.sweeps.verdict.StatedWhen;

/**
 * What to run next where cells beside the control are inconclusive: how many new seeds. {@code
 * run}, {@code analyze} and {@code best} say the same. Of a sweep with claims they say nothing: the
 * verdict of an open claim has its seeds, and rows that no claim asks about are not next.
 */
public final class OpenRows {

  /** More rows are the plan of another sweep. */
  private static final int MOST_ROWS = 3;

  /** Nobody runs more seeds of a cell to decide a row. */
  private static final int MOST_SEEDS = 100;

  private OpenRows() {}

  /** The paragraph on the rows of a sweep; empty if none is open, or too many are. */
  public static Optional<String> next(CellPairs pairs, SweepView sweep) {
    if (StatedWhen.hasClaims(sweep)) {
      return Optional.empty();
    }
    List<CellPair> open =
        pairs.pairs().stream()
            .filter(pair -> pair.verdict() == PairVerdict.OPEN)
            .filter(pair -> isByMeans(pair) || isByModes(pair))
            .toList();
    if (open.isEmpty() || open.size() > MOST_ROWS) {
      return Optional.empty();
    }
    OptionalInt most =
        open.stream()
            .map(OpenRows::seeds)
            .filter(OptionalInt::isPresent)
            .mapToInt(OptionalInt::getAsInt)
            .max();
    String run =
        most.isEmpty()
            ? ""
            : "new seeds, in a sweep of their own: %s run FILE --set replicates=%d --set seed=%d --out DIR%n"
                .formatted(Launcher.name(), most.getAsInt(), sweep.header().seed() + 1);
    return Optional.of(open.stream().map(OpenRows::sentence).collect(Collectors.joining()) + run);
  }

  private static boolean isByMeans(CellPair pair) {
    return !pair.ranks() && pair.failed() == 0 && pair.n() > 1 && summary(pair).std() > 0;
  }

  /** Whether ranks judge the row, though no seed failed. */
  private static boolean isByModes(CellPair pair) {
    return pair.ranks() && pair.failed() == 0 && pair.n() > 1;
  }

  private static Summary summary(CellPair pair) {
    return pair.differences().test().summary();
  }

  private static OptionalInt seeds(CellPair pair) {
    if (isByModes(pair)) {
      double side = pair.error() / pair.seeds().cost().multiplier() / 2;
      return PoweredSeeds.byRanks(
          pair.differences(),
          0,
          pair.higher(),
          side,
          LookCost.FREE,
          IntStream.rangeClosed((int) pair.n() + 1, MOST_SEEDS));
    }
    Summary difference = summary(pair);
    return PoweredSeeds.of(
        Math.abs(difference.mean()) / difference.std(), (1 - pair.level()) / 2, MOST_SEEDS);
  }

  private static String sentence(CellPair pair) {
    OptionalInt seeds = seeds(pair);
    return "%s beside %s is open: %s seeds a cell would decide it%s%n"
        .formatted(
            pair.cell(),
            pair.control(),
            seeds.isPresent() ? "some " + seeds.getAsInt() : "more than " + MOST_SEEDS,
            isByModes(pair)
                ? " by ranks (two modes), if new seeds differ as these do"
                : ", if the difference found is the true one");
  }
}
