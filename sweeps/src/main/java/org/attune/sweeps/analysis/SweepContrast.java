package org.attune.sweeps.analysis;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.analysis.CellPair.PairVerdict;
import org.attune.sweeps.statistics.Arm;
import org.attune.sweeps.statistics.ArmComparison;
import org.attune.sweeps.statistics.Holm;
import org.attune.sweeps.statistics.LookCost;
import org.attune.sweeps.statistics.MeanTest.Interval;
import org.attune.sweeps.statistics.SeedComparison;
import org.attune.sweeps.statistics.Summary;
import org.attune.sweeps.statistics.UnpairedComparison;

/**
 * What a sweep has less what the first sweep has: a common cell's values where the sweeps share no
 * seed, or a cell's gains over its control. A difference of gains is a difference of differences.
 * Where the sweeps share seeds and data, each seed gives one, and {@link SeedComparison} judges
 * them as it judges any pairs. Where the seeds differ, {@link UnpairedComparison} judges the values
 * of both sweeps.
 *
 * @param side number of the later sweep, from 1
 * @param control over which the cell gains; empty where the cell's own values are compared
 * @param here the values or gains in the later sweep; NaN for a seed at which a trial failed
 * @param first those in the first sweep
 * @param seeds the comparison
 * @param error of the interval from Holm's method; NaN without a test
 * @param adjusted Holm-adjusted over all rows of its table; NaN without a test
 */
public record SweepContrast(
    int side,
    String cell,
    Optional<String> control,
    double[] here,
    double[] first,
    ArmComparison seeds,
    double error,
    double adjusted,
    PairVerdict verdict) {

  /** A cell and its control in one sweep. */
  record Beside(TunedCell cell, TunedCell control) {}

  /**
   * A cell's values in two sweeps that share no seed, at its best tuned values in each.
   *
   * @param side number of the later sweep, from 1
   * @param tuned keys over which cells are tuned
   * @param looks the stricter ones of both sweeps
   */
  static SweepContrast ofCell(
      int side, String name, TunedCell cell, TunedCell first, Set<String> tuned, SeedLooks looks) {
    UnpairedComparison seeds =
        UnpairedComparison.ofCell(
            values(cell),
            values(first),
            first.side().observed().better(),
            first.side().observed().rounding(),
            LookCost.of(looks.multiplier()));
    return untested(
        side, name, Optional.empty(), seeds.cell(), seeds.control(), seeds, tuned, cell, first);
  }

  private static double[] values(TunedCell cell) {
    return cell.runs().mapToDouble(Run::value).toArray();
  }

  /**
   * A cell's gains in two sweeps; empty without a common seed.
   *
   * @param side number of the later sweep, from 1
   * @param tuned keys over which cells are tuned
   * @param otherSeeds whether equal replicates of the two sweeps have other seeds
   * @param looks the stricter ones of both sweeps
   */
  static Optional<SweepContrast> ofGain(
      int side,
      String cell,
      String control,
      Beside here,
      Beside first,
      Set<String> tuned,
      boolean otherSeeds,
      SeedLooks looks) {
    Gains gains = Gains.of(here.cell(), here.control());
    Gains firstGains = Gains.of(first.cell(), first.control());
    Gains at = otherSeeds ? gains : gains.common(firstGains);
    Gains firstAt = otherSeeds ? firstGains : firstGains.common(gains);
    if (at.bySeed().isEmpty() || firstAt.bySeed().isEmpty()) {
      return Optional.empty();
    }
    var rounding = first.cell().side().observed().rounding();
    return Optional.of(
        untested(
            side,
            cell,
            Optional.of(control),
            at.values(),
            firstAt.values(),
            otherSeeds ? at.unpaired(firstAt, looks, rounding) : at.less(firstAt, looks, rounding),
            tuned,
            here.cell(),
            first.cell(),
            here.control(),
            first.control()));
  }

  private static SweepContrast untested(
      int side,
      String name,
      Optional<String> control,
      double[] here,
      double[] first,
      ArmComparison seeds,
      Set<String> tuned,
      TunedCell... cells) {
    List<Observations> observed = Stream.of(cells).map(cell -> cell.side().observed()).toList();
    PairVerdict why =
        !observed.stream().allMatch(observations -> observations.excluded().ended())
            ? PairVerdict.UNFINISHED
            : observed.stream().anyMatch(Observations::searched)
                ? PairVerdict.SEARCHED
                : here.length < 2 || first.length < 2
                    ? PairVerdict.UNTESTED
                    : Stream.of(cells).map(cell -> cell.values(tuned)).distinct().count() == 1
                        ? PairVerdict.OPEN
                        : PairVerdict.UNLIKE;
    return new SweepContrast(side, name, control, here, first, seeds, Double.NaN, Double.NaN, why);
  }

  /** Whether each seed of one sweep is compared with the same seed of the other. */
  public boolean paired() {
    return seeds instanceof SeedComparison;
  }

  /** The mean value or gain in the later sweep; of pairs, over the seeds at which none failed. */
  public double mean() {
    return mean(here);
  }

  /** The mean in the first sweep, likewise. */
  public double firstMean() {
    return mean(first);
  }

  private double mean(double[] values) {
    return Summary.of(
            IntStream.range(0, values.length)
                .filter(i -> !Double.isNaN(paired() ? here[i] - first[i] : values[i]))
                .mapToObj(i -> values[i])
                .toList())
        .mean();
  }

  /** Two-sided, of this difference alone; NaN if it is not tested. */
  public double probability() {
    return verdict.countsAcrossSweeps() ? seeds.twoSided() : Double.NaN;
  }

  /** Whether it was tested. */
  public boolean tested() {
    return !Double.isNaN(adjusted);
  }

  /** Of the difference; NaN without a test. */
  public Interval interval() {
    return Double.isNaN(error) ? Interval.NONE : seeds.intervalBeside0(error);
  }

  /** Of the interval, such as 0.975; NaN without one. */
  public double level() {
    return Double.isNaN(interval().low()) ? Double.NaN : 1 - error / seeds.cost().multiplier();
  }

  /** What judges the difference, such as {@code ranks}. */
  public String test() {
    return paired() ? seeds.ranks() ? "ranks" : "means" : seeds.ranks() ? "rank sums" : "Welch";
  }

  /** Why ranks judge it; empty where t does, and without a test. */
  public Optional<String> whyRanks() {
    return tested() ? seeds.whyRanks() : Optional.empty();
  }

  /**
   * The arms whose values have two modes, if no seed failed: a gain has four. Empty where t judges
   * without pairs, for modes do nothing then.
   */
  public Set<Arm> twoModes() {
    return tested() && seeds.failed() == 0 && (paired() || seeds.ranks())
        ? seeds.modes()
        : Set.of();
  }

  /** Whether {@link #probability} is the least that this number of seeds can give. */
  public boolean least() {
    return tested() && seeds.least();
  }

  /**
   * Rows as one family; one that is not tested stays as it is.
   *
   * @param goal empty for gains: whether a gain is good depends on the metric, and a larger
   *     difference of gains is only larger
   * @param spent whether earlier looks have spent the error that verdicts may have
   */
  static List<SweepContrast> judged(List<SweepContrast> rows, Optional<Goal> goal, boolean spent) {
    Holm family = Holm.of(rows.stream().mapToDouble(SweepContrast::probability).toArray(), 0);
    return IntStream.range(0, rows.size())
        .mapToObj(i -> rows.get(i).judged(family.adjusted()[i], family.levels()[i], goal, spent))
        .toList();
  }

  private SweepContrast judged(double all, double newError, Optional<Goal> goal, boolean spent) {
    if (Double.isNaN(all)) {
      return this;
    }
    PairVerdict now = PairVerdict.of(all, seeds.rounded(), seeds.higher(), goal, spent);
    return new SweepContrast(side, cell, control, here, first, seeds, newError, all, now);
  }
}
