package org.attune.sweeps.analysis;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.statistics.Arm;
import org.attune.sweeps.statistics.LookCost;
import org.attune.sweeps.statistics.MeanTest;
import org.attune.sweeps.statistics.SeedComparison;
import org.attune.sweeps.statistics.SeedDifferences;

/**
 * A cell compared with its control, over their common seeds.
 *
 * @param cell name
 * @param control name
 * @param settings the settings held equal over which the differences are averaged, at least one
 * @param seeds the comparison: cell minus control, one difference for each seed
 * @param unevenSeeds seeds of both cells that lack a trial of one at some of the settings held
 *     equal
 * @param stopped the number of seeds that a stopping rule ended in either cell
 * @param failedElsewhere the number of trials of both cells that failed at other tuned values
 * @param error of the interval, over all looks, from Holm's method; NaN without a test
 * @param level of the interval, from Holm's method and the number of added looks, such as 0.975;
 *     NaN without an interval
 * @param adjusted Holm-adjusted over all pairs; NaN for fewer than two seeds
 * @param verdict the result
 */
public record CellPair(
    String cell,
    String control,
    List<PairSetting> settings,
    SeedComparison seeds,
    int unevenSeeds,
    int stopped,
    int failedElsewhere,
    double error,
    double level,
    double adjusted,
    PairVerdict verdict) {

  private static final String VARIES = "varies";

  /**
   * A setting of the swept keys held equal, and the tuned values of both cells in it.
   *
   * @param held such as {@code feed-forward=96}; empty if nothing is held equal
   * @param at the cell's tuned values, such as {@code learning-rate=0.003}; empty if nothing is
   *     tuned
   * @param controlAt the control's tuned values
   * @param hash of the cell's configuration, as in the tables
   * @param controlHash of the control's configuration
   */
  public record PairSetting(
      String held, String at, String controlAt, String hash, String controlHash) {}

  public CellPair {
    settings = List.copyOf(settings);
  }

  /** The result of a comparison. */
  public enum PairVerdict {
    BETTER("better"),
    WORSE("worse"),
    DIFFERENT("different"),
    OPEN("inconclusive"),
    ROUNDING("no difference beyond rounding"),
    TO_CONFIRM(SeedLooks.TO_CONFIRM),
    UNTESTED("one seed: no test"),
    UNLIKE("not tested: tuned over other values"),
    SAME("not tested: the same trials"),
    LOST("not tested: failed trials chose a tuned value"),
    OPPOSED("not tested: failures and finished trials disagree"),
    SEARCHED("not tested: the search chose cells by results"),
    UNFINISHED("not tested yet: trials are open");

    private final String label;

    PairVerdict(String label) {
      this.label = label;
    }

    /**
     * The verdict on a row that was tested.
     *
     * @param adjusted Holm-adjusted probability
     * @param rounded whether rounding alone made the difference
     * @param higher whether the cell's values are the higher ones
     * @param spent whether earlier looks have spent the error that verdicts may have
     */
    static PairVerdict of(
        double adjusted, boolean rounded, boolean higher, Optional<Goal> goal, boolean spent) {
      if (adjusted > SeedComparison.LEVEL) {
        return rounded ? ROUNDING : OPEN;
      }
      if (spent) {
        return TO_CONFIRM;
      }
      return goal.map(better -> higher == (better == Goal.MAXIMIZE) ? BETTER : WORSE)
          .orElse(DIFFERENT);
    }

    /** Whether a difference is shown. */
    public boolean shown() {
      return this == BETTER || this == WORSE || this == DIFFERENT;
    }

    /** Whether Holm's method counts a row of two sweeps that has it. */
    boolean countsAcrossSweeps() {
      return this != UNTESTED && this != UNLIKE && this != SEARCHED && this != UNFINISHED;
    }

    /** Whether it was tested, and no difference is shown. */
    boolean open() {
      return this == OPEN || this == ROUNDING;
    }

    /** The spelling for people. */
    public String label() {
      return label;
    }
  }

  /** The cell's tuned values; {@code varies} if they differ between the settings held equal. */
  public String at() {
    return common(PairSetting::at);
  }

  /** The control's tuned values, likewise. */
  public String controlAt() {
    return common(PairSetting::controlAt);
  }

  private String common(Function<PairSetting, String> values) {
    List<String> distinct = settings.stream().map(values).distinct().toList();
    return distinct.size() == 1 ? distinct.get(0) : VARIES;
  }

  /** The mean of cell minus control over the seeds at which neither failed; NaN for none. */
  public double difference() {
    return seeds.difference();
  }

  /** Of all common seeds. */
  public SeedDifferences differences() {
    return seeds.last().orElseThrow();
  }

  /** The number of common seeds, failed ones among them. */
  int all() {
    return differences().seeds().size();
  }

  /** Whether no seed tells anything: both failed at each, or one of a metric without a goal. */
  public boolean bothFailed() {
    return n() == 0 && seeds.above(0) == 1 && seeds.below(0) == 1;
  }

  /** Whether it says nothing: {@link #bothFailed}, and no earlier look gave it a verdict. */
  boolean isEmpty() {
    return bothFailed() && !verdict.shown();
  }

  /** The number of common seeds at which neither failed. */
  public long n() {
    return differences().test().summary().n();
  }

  /** Seeds at which one of them failed, or both. */
  public int failed() {
    return seeds.failed();
  }

  /** Whether signed ranks judge the pair, not Student's t. */
  public boolean ranks() {
    return seeds.ranks();
  }

  /** Why signed ranks judge the pair; empty where they do not. */
  public Optional<String> whyRanks() {
    return Double.isNaN(adjusted) ? Optional.empty() : seeds.whyRanks();
  }

  /** Whether there are two seeds, failed ones among them. */
  public boolean paired() {
    return all() > 1;
  }

  /**
   * Whether the pair counts among those that are tested: there are two seeds, and the cells had the
   * same tuned values, but are not the same trials. A {@linkplain #lost lost} pair counts with p 1:
   * or its failures would ease the tests of the others.
   */
  public boolean tested() {
    return paired() && verdict != PairVerdict.UNLIKE && verdict != PairVerdict.SAME;
  }

  /** Whether Holm's method counts the pair: its cells and seeds were not chosen by results. */
  boolean counts() {
    return tested() && verdict != PairVerdict.SEARCHED && verdict != PairVerdict.UNFINISHED;
  }

  /** The {@link #probability} that Holm's method counts; NaN for a pair that it does not. */
  double counted() {
    return counts() ? probability() : Double.NaN;
  }

  /**
   * Whether failed trials alone would decide: they chose a tuned value, or say of some settings the
   * opposite of what finished trials say of the others.
   */
  boolean lost() {
    return verdict == PairVerdict.LOST || verdict == PairVerdict.OPPOSED;
  }

  /** Says what rounding is, for people; nothing beside rows whose differences are more. */
  public static List<String> rounding(List<CellPair> rows) {
    return rows.stream().anyMatch(row -> row.isRounding() && !row.differences().identical())
        ? List.of(
            "no difference beyond rounding: at no seed do the cells' values differ by more than"
                + " rounding explains (of float32 a millionth of the value, of a program's numbers"
                + " 1e-12)")
        : List.of();
  }

  /** Names the cells of rows that are one cell, for people; nothing where there are none. */
  public static List<String> identical(List<CellPair> rows) {
    return rows.stream()
        .filter(row -> row.isRounding() && row.differences().identical())
        .map(row -> row.cell + " and " + row.control)
        .reduce((all, row) -> all + "; " + row)
        .map("identical at every seed: %s; check that what sets them apart takes effect"::formatted)
        .stream()
        .toList();
  }

  private boolean isRounding() {
    return verdict == PairVerdict.ROUNDING;
  }

  /**
   * Which of both cells have values with two modes, if no seed failed. The interval then holds all
   * differences that the rule does not exclude: by ranks near those found, by t further away.
   */
  public Set<Arm> twoModes() {
    return failed() == 0 && !Double.isNaN(adjusted) ? differences().modes() : Set.of();
  }

  /** A note for the user on seeds that average fewer settings than others, or none. */
  public Optional<String> uneven() {
    return unevenSeeds == 0
        ? Optional.empty()
        : Optional.of(
            "%s beside %s: seeds that lack trials at some of the %d settings: %d; each seed averages the settings that both cells have"
                .formatted(cell, control, settings.size(), unevenSeeds));
  }

  /**
   * Whether the cell's values are the higher ones, as far as the seeds tell; failed seeds count.
   */
  public boolean higher() {
    return seeds.higher();
  }

  /** Two-sided, of this pair alone; 1 below two seeds, and of a lost pair. */
  public double probability() {
    return lost() ? 1 : seeds.twoSided();
  }

  /** Whether {@link #probability} is the least that this number of seeds can give. */
  public boolean least() {
    return !Double.isNaN(adjusted) && seeds.least();
  }

  /** The same seeds, with what looks at them cost. */
  CellPair at(LookCost cost) {
    return with(new SeedComparison(seeds.looks(), cost), error, level, adjusted, verdict);
  }

  /**
   * The pair beside the others of its table; one that is not tested stays as it is.
   *
   * @param all Holm-adjusted probability; NaN for one that is not tested
   * @param newError of the interval, over all looks
   * @param spent whether earlier looks have spent the error that verdicts may have
   */
  CellPair judged(double all, double newError, Optional<Goal> goal, boolean spent) {
    if (Double.isNaN(all) || lost()) {
      return this;
    }
    double newLevel = 1 - newError / seeds.cost().multiplier();
    PairVerdict now = PairVerdict.of(all, seeds.rounded(), higher(), goal, spent);
    return with(seeds, newError, newLevel, all, now);
  }

  /**
   * Whether this row compares what a row of an earlier look compared. Settings that failures kept
   * out of that row may have joined it, and another tuned value may be the best one now.
   *
   * @param known hashes of the cells that had trials at the earlier look
   */
  boolean continues(CellPair then, Set<String> known) {
    boolean sameCells = cell.equals(then.cell) && control.equals(then.control);
    return settings.equals(then.settings)
        || sameCells
            && held(settings).containsAll(held(then.settings))
            && settings.stream()
                .allMatch(at -> known.contains(at.hash) && known.contains(at.controlHash));
  }

  private static Set<String> held(List<PairSetting> settings) {
    return settings.stream().map(PairSetting::held).collect(Collectors.toSet());
  }

  /**
   * Whether this row shows, or would if a fresh run confirms it, the opposite of another's verdict.
   */
  boolean opposes(CellPair then) {
    return verdict == PairVerdict.TO_CONFIRM
        ? higher() != then.higher()
        : verdict.shown() && verdict != then.verdict;
  }

  /** The same numbers, with the verdict of an earlier look. */
  CellPair decided(PairVerdict earlier) {
    return with(seeds, error, level, adjusted, earlier);
  }

  /**
   * Of the difference: NaN without a test or a difference, and if so few seeds whose differences
   * are equal show nothing. If ranks judge, an end may be infinite.
   */
  public MeanTest.Interval interval() {
    return Double.isNaN(error) ? MeanTest.Interval.NONE : seeds.intervalBeside0(error);
  }

  /** Of the interval; NaN without one. */
  @Override
  public double level() {
    return Double.isNaN(interval().low()) ? Double.NaN : level;
  }

  /** The difference alone, of cells or seeds that results chose, or may still choose. */
  CellPair untested(PairVerdict why) {
    return with(seeds, Double.NaN, Double.NaN, Double.NaN, why);
  }

  private CellPair with(
      SeedComparison paid, double newError, double at, double all, PairVerdict result) {
    return new CellPair(
        cell,
        control,
        settings,
        paid,
        unevenSeeds,
        stopped,
        failedElsewhere,
        newError,
        at,
        all,
        result);
  }
}
