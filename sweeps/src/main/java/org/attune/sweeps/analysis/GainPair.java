package org.attune.sweeps.analysis;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.sweeps.analysis.CellPair.PairVerdict;
import org.attune.sweeps.statistics.Holm;
import org.attune.sweeps.statistics.MeanTest.Interval;
import org.attune.sweeps.statistics.SeedComparison;
import org.attune.sweeps.statistics.Summary;
import org.attune.sweeps.statistics.UnpairedComparison;

/**
 * How much more a cell gains over its control in one sweep than in another: a difference of
 * differences. Where the sweeps share seeds and data, each seed gives one difference of gains, and
 * {@link SeedComparison} judges them as it judges any pairs. Where only the seeds differ, {@link
 * UnpairedComparison} judges the gains of both sweeps, each a seed's pair within its sweep.
 *
 * @param side number of the later sweep, from 1
 * @param later the gains in the later sweep; NaN for a seed at which the cell or the control failed
 * @param first the gains in the first sweep
 * @param paired the test where seeds agree; else empty
 * @param unpaired the test where they do not; else empty
 * @param error of the interval from Holm's method; NaN without a test
 * @param adjusted Holm-adjusted over all gains that are compared; NaN without a test
 */
public record GainPair(
    int side,
    String cell,
    String control,
    double[] later,
    double[] first,
    Optional<SeedComparison> paired,
    Optional<UnpairedComparison> unpaired,
    double error,
    double adjusted,
    PairVerdict verdict) {

  /** A cell and its control in one sweep. */
  record Beside(TunedCell cell, TunedCell control) {

    private boolean ended() {
      return cell.side().observed().excluded().ended();
    }

    private boolean searched() {
      return cell.side().observed().searched();
    }
  }

  /**
   * The comparison of a cell's gains; empty without a common seed.
   *
   * @param side number of the later sweep, from 1
   * @param tuned keys over which cells are tuned
   * @param otherSeeds whether equal replicates of the two sweeps have other seeds
   * @param looks the stricter ones of both sweeps
   */
  static Optional<GainPair> of(
      int side,
      String cell,
      String control,
      Beside later,
      Beside first,
      Set<String> tuned,
      boolean otherSeeds,
      SeedLooks looks) {
    Gains gains = Gains.of(later.cell(), later.control());
    Gains firstGains = Gains.of(first.cell(), first.control());
    Gains at = otherSeeds ? gains : gains.common(firstGains);
    Gains firstAt = otherSeeds ? firstGains : firstGains.common(gains);
    if (at.bySeed().isEmpty() || firstAt.bySeed().isEmpty()) {
      return Optional.empty();
    }
    var rounding = first.cell().side().observed().rounding();
    boolean testable = at.bySeed().size() > 1 && firstAt.bySeed().size() > 1;
    PairVerdict why =
        !testable
            ? PairVerdict.UNTESTED
            : !later.ended() || !first.ended()
                ? PairVerdict.UNFINISHED
                : later.searched() || first.searched()
                    ? PairVerdict.SEARCHED
                    : alike(later, first, tuned) ? PairVerdict.OPEN : PairVerdict.UNLIKE;
    return Optional.of(
        new GainPair(
            side,
            cell,
            control,
            at.values(),
            firstAt.values(),
            otherSeeds ? Optional.empty() : Optional.of(at.less(firstAt, looks, rounding)),
            otherSeeds ? Optional.of(at.unpaired(firstAt, looks, rounding)) : Optional.empty(),
            Double.NaN,
            Double.NaN,
            why));
  }

  private static boolean alike(Beside later, Beside first, Set<String> tuned) {
    return Stream.of(later.cell(), later.control(), first.control())
                .map(cell -> cell.values(tuned))
                .distinct()
                .count()
            == 1
        && first.cell().values(tuned).equals(later.cell().values(tuned));
  }

  /** The mean gain in the later sweep; of pairs, over the seeds at which no trial failed. */
  public double gain() {
    return mean(later);
  }

  /** The mean gain in the first sweep, likewise. */
  public double firstGain() {
    return mean(first);
  }

  private double mean(double[] gains) {
    double[] common = common();
    return Summary.of(
            IntStream.range(0, gains.length)
                .filter(i -> !Double.isNaN(gains[i]))
                .filter(i -> paired.isEmpty() || !Double.isNaN(common[i]))
                .mapToObj(i -> gains[i])
                .toList())
        .mean();
  }

  /** The difference of each seed that both sweeps have; NaN where a trial of one failed. */
  public double[] common() {
    return paired.isEmpty()
        ? new double[0]
        : IntStream.range(0, later.length).mapToDouble(i -> later[i] - first[i]).toArray();
  }

  /** The later sweep's gain less the first's; NaN if all seeds failed. */
  public double difference() {
    return paired
        .map(seeds -> seeds.last().orElseThrow().test().summary().mean())
        .orElseGet(() -> unpaired.orElseThrow().difference());
  }

  /** Two-sided, of this difference alone; NaN if it is not tested. */
  public double probability() {
    return verdict.countsAcrossSweeps()
        ? paired.map(SeedComparison::twoSided).orElseGet(() -> unpaired.orElseThrow().twoSided())
        : Double.NaN;
  }

  /** The interval of the difference between the gains; NaN without a test. */
  public Interval interval() {
    return Double.isNaN(error)
        ? Interval.NONE
        : paired
            .map(seeds -> seeds.intervalBeside0(error))
            .orElseGet(() -> unpaired.orElseThrow().intervalBeside0(error));
  }

  /** The level of the interval, such as 0.975; NaN without one. */
  public double level() {
    double multiplier =
        paired
            .map(seeds -> seeds.cost().multiplier())
            .orElseGet(() -> unpaired.orElseThrow().cost().multiplier());
    return Double.isNaN(interval().low()) ? Double.NaN : 1 - error / multiplier;
  }

  private boolean ranks() {
    return paired
        .map(seeds -> seeds.last().orElseThrow().ranks(0))
        .orElseGet(() -> unpaired.orElseThrow().ranks());
  }

  /** What judges the difference, such as {@code ranks}. */
  public String test() {
    return paired.isPresent() ? ranks() ? "ranks" : "means" : ranks() ? "rank sums" : "Welch";
  }

  /** Why ranks judge it; empty where t does, and without a test. */
  public Optional<String> whyRanks() {
    return Double.isNaN(adjusted) || !ranks()
        ? Optional.empty()
        : Optional.of(
            UnpairedComparison.failed(later) + UnpairedComparison.failed(first) > 0
                ? "failed seeds"
                : "two modes");
  }

  /** Whether {@link #probability} is the least that this number of seeds can give. */
  public boolean least() {
    return !Double.isNaN(adjusted)
        && paired.map(SeedComparison::least).orElseGet(() -> unpaired.orElseThrow().least());
  }

  private boolean rounded() {
    return paired.map(SeedComparison::rounded).orElseGet(() -> unpaired.orElseThrow().rounded());
  }

  /**
   * Judges gains as one family; an untested one stays unchanged. No direction is better: whether a
   * gain is good depends on the metric, and a larger difference of gains is only larger.
   *
   * @param spent whether earlier looks have spent the error that verdicts may have
   */
  static List<GainPair> judged(List<GainPair> gains, boolean spent) {
    Holm family = Holm.of(gains.stream().mapToDouble(GainPair::probability).toArray(), 0);
    return IntStream.range(0, gains.size())
        .mapToObj(i -> gains.get(i).judged(family.adjusted()[i], family.levels()[i], spent))
        .toList();
  }

  private GainPair judged(double all, double newError, boolean spent) {
    if (Double.isNaN(all)) {
      return this;
    }
    PairVerdict now = PairVerdict.of(all, rounded(), difference() > 0, Optional.empty(), spent);
    return new GainPair(side, cell, control, later, first, paired, unpaired, newError, all, now);
  }
}
