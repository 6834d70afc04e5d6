package org.attune.sweeps.analysis;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.analysis.CellPair.PairVerdict;
import org.attune.sweeps.statistics.Holm;
import org.attune.sweeps.statistics.LookCost;
import org.attune.sweeps.statistics.MeanTest.Interval;
import org.attune.sweeps.statistics.UnpairedComparison;

/**
 * A common cell of two sweeps that share no seed: the cell's mean in the later one less that in the
 * first.
 *
 * @param side number of the later sweep, from 1
 * @param seeds the comparison
 * @param error of the interval from Holm's method; NaN without a test
 * @param adjusted Holm-adjusted over all such cells; NaN without a test
 */
public record UnpairedCell(
    int side,
    String cell,
    UnpairedComparison seeds,
    double error,
    double adjusted,
    PairVerdict verdict) {

  /** The cell in both sweeps, at its best tuned values in each. */
  static UnpairedCell of(
      int side,
      String name,
      TunedCell cell,
      TunedCell first,
      Set<String> tuned,
      boolean searched,
      SeedLooks looks) {
    UnpairedComparison seeds =
        new UnpairedComparison(
            values(cell),
            values(first),
            first.side().observed().better(),
            first.side().observed().rounding(),
            LookCost.of(looks.multiplier()));
    boolean ended = Stream.of(cell, first).allMatch(of -> of.side().observed().excluded().ended());
    PairVerdict why =
        !seeds.testable()
            ? PairVerdict.UNTESTED
            : !ended
                ? PairVerdict.UNFINISHED
                : searched ? PairVerdict.SEARCHED : tested(cell, first, tuned);
    return new UnpairedCell(side, name, seeds, Double.NaN, Double.NaN, why);
  }

  private static PairVerdict tested(TunedCell cell, TunedCell first, Set<String> tuned) {
    return cell.values(tuned).equals(first.values(tuned)) ? PairVerdict.OPEN : PairVerdict.UNLIKE;
  }

  private static double[] values(TunedCell cell) {
    return Stream.of(cell.side().observed().runs(), cell.side().observed().failures())
        .flatMap(List::stream)
        .filter(run -> run.cell().equals(cell.best().configuration()))
        .mapToDouble(Run::value)
        .toArray();
  }

  /** Two-sided, of this cell alone; NaN if it is not tested. */
  public double probability() {
    return verdict.countsAcrossSweeps() ? seeds.twoSided() : Double.NaN;
  }

  /** Why ranks judge it; empty where Welch's t does, and without a test. */
  public Optional<String> whyRanks() {
    return Double.isNaN(adjusted) || !seeds.ranks()
        ? Optional.empty()
        : Optional.of(
            UnpairedComparison.failed(seeds.cell()) + UnpairedComparison.failed(seeds.control()) > 0
                ? "failed seeds"
                : "two modes");
  }

  /** The interval of the difference; NaN without a test. */
  public Interval interval() {
    return Double.isNaN(error) ? Interval.NONE : seeds.intervalBeside0(error);
  }

  /** The level of the interval, such as 0.975; NaN without one. */
  public double level() {
    return Double.isNaN(interval().low()) ? Double.NaN : 1 - error / seeds.cost().multiplier();
  }

  /** Whether {@link #probability} is the least that this number of seeds can give. */
  public boolean least() {
    return !Double.isNaN(adjusted) && seeds.least();
  }

  /**
   * Judges cells as one family; an untested one stays unchanged.
   *
   * @param spent whether earlier looks have spent the error that verdicts may have
   */
  static List<UnpairedCell> judged(List<UnpairedCell> cells, Optional<Goal> goal, boolean spent) {
    Holm family = Holm.of(cells.stream().mapToDouble(UnpairedCell::probability).toArray(), 0);
    return IntStream.range(0, cells.size())
        .mapToObj(i -> cells.get(i).judged(family.adjusted()[i], family.levels()[i], goal, spent))
        .toList();
  }

  private UnpairedCell judged(double all, double newError, Optional<Goal> goal, boolean spent) {
    if (Double.isNaN(all)) {
      return this;
    }
    PairVerdict now = PairVerdict.of(all, seeds.rounded(), seeds.higher(), goal, spent);
    return new UnpairedCell(side, cell, seeds, newError, all, now);
  }
}
