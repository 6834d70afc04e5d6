package org.attune.sweeps.analysis;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.statistics.MeanTest;

/**
 * A cell compared with its control, over their common seeds.
 *
 * @param cell name
 * @param control name
 * @param settings the settings held equal over which the differences are averaged, at least one
 * @param seeds the differences, cell minus control, one per seed
 * @param stopped the number of seeds that a stopping rule ended in either cell
 * @param failedElsewhere the number of trials of both cells that failed at other tuned values
 * @param interval of the mean difference; NaN for fewer than two seeds, and if ranks judge
 * @param level of the interval, from Holm's method and the number of looks, such as 0.975; NaN
 *     without an interval
 * @param adjusted Holm-adjusted over all pairs; NaN for fewer than two seeds
 * @param verdict the result
 */
public record CellPair(
    String cell,
    String control,
    List<Setting> settings,
    PairedSeeds seeds,
    int stopped,
    int failedElsewhere,
    MeanTest.Interval interval,
    double level,
    double adjusted,
    Verdict verdict) {

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
  public record Setting(
      String held, String at, String controlAt, String hash, String controlHash) {}

  public CellPair {
    settings = List.copyOf(settings);
  }

  /** The result of a comparison. */
  public enum Verdict {
    BETTER("better"),
    WORSE("worse"),
    DIFFERENT("different"),
    OPEN("inconclusive"),
    UNTESTED("one seed: no test"),
    UNLIKE("not tested: tuned over other values"),
    LOST("not tested: failed trials chose a tuned value"),
    SEARCHED("not tested: the search chose cells by results"),
    UNFINISHED("not tested yet: trials are open");

    private final String label;

    Verdict(String label) {
      this.label = label;
    }

    /** Whether a difference is shown. */
    public boolean shown() {
      return this == BETTER || this == WORSE || this == DIFFERENT;
    }

    /** The spelling for people. */
    public String label() {
      return label;
    }
  }

  /** The cell's tuned values; {@code varies} if they differ between the settings held equal. */
  public String at() {
    return common(Setting::at);
  }

  /** The control's tuned values, likewise. */
  public String controlAt() {
    return common(Setting::controlAt);
  }

  private String common(Function<Setting, String> values) {
    List<String> distinct = settings.stream().map(values).distinct().toList();
    return distinct.size() == 1 ? distinct.get(0) : VARIES;
  }

  /** The mean of cell minus control over the seeds at which neither failed; NaN for none. */
  public double difference() {
    return seeds.test().summary().mean();
  }

  /** The number of common seeds at which neither failed. */
  public long n() {
    return seeds.test().summary().n();
  }

  /** Seeds at which one of them failed, or both. */
  public int failed() {
    return seeds.failed();
  }

  /** Whether signed ranks judge the pair, not Student's t: it has no interval then. */
  public boolean ranks() {
    return seeds.ranks();
  }

  /** Why signed ranks judge the pair; empty where they do not. */
  public Optional<String> whyRanks() {
    return ranks() && !Double.isNaN(adjusted)
        ? Optional.of(failed() > 0 ? "failed seeds" : "two modes")
        : Optional.empty();
  }

  /** Whether there are two seeds, failed ones among them. */
  public boolean paired() {
    return seeds.all() > 1;
  }

  /**
   * Whether the pair counts among those that are tested: there are two seeds, and the cells had the
   * same tuned values. A {@linkplain #lost lost} pair counts with p 1: or its failures would ease
   * the tests of the others.
   */
  public boolean tested() {
    return paired() && verdict != Verdict.UNLIKE;
  }

  /** Whether failed trials chose a tuned value, so that no test holds. */
  boolean lost() {
    return verdict == Verdict.LOST;
  }

  /** A note for the user on seeds that average fewer settings than others, or none. */
  public Optional<String> uneven() {
    return seeds.uneven() == 0
        ? Optional.empty()
        : Optional.of(
            "%s beside %s: seeds that lack trials at some of the %d settings: %d; each seed averages the settings that both cells have"
                .formatted(cell, control, settings.size(), seeds.uneven()));
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

  /** Whether so many seeds can give no smaller {@link #probability}. */
  public boolean least() {
    return !Double.isNaN(adjusted) && seeds.least();
  }

  CellPair times(int looks) {
    return new CellPair(
        cell,
        control,
        settings,
        seeds.times(looks),
        stopped,
        failedElsewhere,
        interval,
        level,
        adjusted,
        verdict);
  }

  CellPair adjusted(double all, double error, Optional<Goal> goal) {
    return with(seeds.interval(1 - error), seeds.level(1 - error), all, verdict(all, goal));
  }

  /** The difference alone, of cells or seeds that results chose, or may still choose. */
  CellPair untested(Verdict why) {
    return with(new MeanTest.Interval(Double.NaN, Double.NaN), Double.NaN, Double.NaN, why);
  }

  private CellPair with(MeanTest.Interval ofMean, double at, double all, Verdict result) {
    return new CellPair(
        cell, control, settings, seeds, stopped, failedElsewhere, ofMean, at, all, result);
  }

  private Verdict verdict(double all, Optional<Goal> goal) {
    if (all > Effect.LEVEL) {
      return Verdict.OPEN;
    }
    if (goal.isEmpty()) {
      return Verdict.DIFFERENT;
    }
    return !seeds.higher() == (goal.get() == Goal.MINIMIZE) ? Verdict.BETTER : Verdict.WORSE;
  }
}
