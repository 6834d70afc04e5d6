package org.attune.sweeps.analysis;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attune.sweeps.statistics.Rounded;
import org.attune.sweeps.statistics.SeedComparison;
import org.attune.sweeps.statistics.SeedDifferences;

/**
 * Rows that their seeds cannot decide, whatever they show. Holm's method leaves each row a level
 * beside the rows that are shown. Even the least probability of such a row is above it.
 *
 * @param rows that are tested
 * @param looks at which some row could be decided
 * @param ended whether more seeds would be a further look, at seeds added after results
 */
record TooFewSeeds(List<Row> rows, SeedLooks looks, boolean ended) {

  private static final int MOST_NAMED = 4;

  /**
   * A row.
   *
   * @param name such as {@code learned beside none}
   * @param counted what gives its differences: seeds, or settings of one seed
   * @param level that Holm's method leaves it
   */
  private record Row(
      String name, String counted, SeedComparison seeds, boolean shown, double level) {

    private SeedDifferences last() {
      return seeds.last().orElseThrow();
    }

    int all() {
      return last().seeds().size();
    }

    boolean ranks() {
      return last().ranks(0);
    }

    /** Whether Student's t judges the differences by their sign, because they are equal. */
    boolean equal() {
      return !ranks() && last().test().bySigns();
    }

    /** The least probability that its seeds can have. */
    double least() {
      return seeds.leastTwoSided(all());
    }

    boolean undecidable() {
      return !shown && least() > level;
    }

    /** The least p by t is the same at each look. */
    boolean paysForLooks() {
      return ranks() || equal();
    }

    /** The number of rows that share the error. */
    int sharing() {
      return (int) Math.round(SeedComparison.LEVEL / level);
    }

    Alike alike() {
      return new Alike(all(), ranks(), equal(), sharing());
    }
  }

  /** A row of a table of cells, with its name for people. */
  record Named(String name, CellPair pair) {}

  /** What decides how many seeds a row needs. */
  private record Alike(int seeds, boolean ranks, boolean equal, int sharing) {}

  /**
   * The seeds that rows of a table of cells need.
   *
   * @param pairs all of them. Holm's method counts each. No row is of two cells that failed at
   *     every seed
   */
  static TooFewSeeds ofCells(List<Named> pairs, SeedLooks looks, boolean ended) {
    List<Named> tested =
        pairs.stream()
            .filter(row -> row.pair().tested())
            .filter(row -> row.pair().lost() || !Double.isNaN(row.pair().adjusted()))
            .toList();
    long open = tested.stream().filter(row -> !row.pair().verdict().shown()).count();
    return new TooFewSeeds(
        tested.stream()
            .filter(row -> !row.pair().lost() && !row.pair().bothFailed())
            .filter(row -> row.pair().verdict() != CellPair.PairVerdict.ROUNDING)
            .map(row -> row(row, SeedComparison.LEVEL / open))
            .toList(),
        looks,
        ended);
  }

  private static Row row(Named named, double level) {
    return new Row(
        named.name(), "seeds", named.pair().seeds(), named.pair().verdict().shown(), level);
  }

  /** The seeds that comparisons of two values of an axis need, after the sweep has ended. */
  static TooFewSeeds ofValues(List<PairedComparison> comparisons, Observations observations) {
    return new TooFewSeeds(
        comparisons.stream()
            .filter(comparison -> !Double.isNaN(comparison.error()) && !comparison.isOpposed())
            .filter(comparison -> !comparison.isRounding())
            .map(comparison -> row(comparison, observations))
            .toList(),
        observations.looks(),
        true);
  }

  private static Row row(PairedComparison comparison, Observations observations) {
    String name =
        "%s: %s - %s"
            .formatted(
                observations.axisLabel(comparison.axis()),
                value(comparison.axis(), comparison.first(), observations),
                value(comparison.axis(), comparison.second(), observations));
    return new Row(
        name, comparison.counted(), comparison.seeds(), comparison.shown(), comparison.error());
  }

  private static String value(String axis, String level, Observations observations) {
    return level.equals(Factor.ABSENT) ? Factor.NO_VALUE : observations.names().shown(axis, level);
  }

  /**
   * Notes for the user: one if no row can be decided, else, after the sweep has ended, one for all
   * rows alike.
   *
   * @param what a row is, such as {@code a comparison of cells}
   */
  List<String> notes(String what) {
    List<Row> undecided = rows.stream().filter(Row::undecidable).toList();
    if (undecided.isEmpty()) {
      return List.of();
    }
    boolean oneLevel = undecided.stream().map(Row::sharing).distinct().count() == 1;
    if (undecided.size() == rows.size() && oneLevel) {
      return List.of(note(what, undecided));
    }
    return ended ? alike(undecided).stream().map(this::named).toList() : List.of();
  }

  private static Collection<List<Row>> alike(List<Row> rows) {
    return rows.stream()
        .collect(Collectors.groupingBy(Row::alike, LinkedHashMap::new, Collectors.toList()))
        .values();
  }

  /** The note on some of the rows, with their names: one in the sentence, several after it. */
  private String named(List<Row> some) {
    List<String> names = some.stream().map(Row::name).toList();
    if (names.size() == 1) {
      return note(names.get(0), some);
    }
    int more = names.size() - MOST_NAMED;
    return "%s. They are: %s%s"
        .formatted(
            note(names.size() + " comparisons", some),
            String.join("; ", names.subList(0, Math.min(MOST_NAMED, names.size()))),
            more > 0 ? "; and %d more".formatted(more) : "");
  }

  private String note(String what, List<Row> some) {
    Row best = some.stream().min(Comparator.comparingDouble(Row::least)).orElseThrow();
    int enough = enough(some, best.all(), best.level());
    return "%d %s cannot decide %s: at best they give an unadjusted p of %s%s%s, and a verdict needs %s or less%s; use %d or more%s%s"
        .formatted(
            best.all(),
            best.counted(),
            what,
            Rounded.probability(best.least()),
            best.ranks() ? " by ranks" : best.equal() ? ", as their differences are equal" : "",
            best.paysForLooks() && looks.count() > 1
                ? " (%d looks included)".formatted(looks.count())
                : "",
            Rounded.probability(best.level()),
            best.sharing() > 1 ? " (.05 shared by %d comparisons)".formatted(best.sharing()) : "",
            enough,
            best.counted().equals("seeds") ? "" : " seeds",
            elsewhere());
  }

  /** Where the seeds are to be added, if that is not all one. */
  private String elsewhere() {
    boolean spent = ended && Double.isInfinite(looks.further());
    return spent
        ? " in a new sweep with another seed"
        : further() > 1 ? " (with --extend too, which is a further look)" : "";
  }

  private double further() {
    return ended && Double.isFinite(looks.further()) ? looks.further() : 1;
  }

  /** The least number of seeds that decides one of the rows, after the look that adds them. */
  private int enough(List<Row> some, int now, double level) {
    return IntStream.iterate(now + 1, n -> n + 1)
        .filter(
            n ->
                some.stream()
                    .anyMatch(
                        row ->
                            (row.paysForLooks() ? further() : 1) * row.seeds().leastTwoSided(n)
                                <= level))
        .findFirst()
        .orElseThrow();
  }
}
