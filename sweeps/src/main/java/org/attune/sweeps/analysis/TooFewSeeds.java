package org.attune.sweeps.analysis;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attune.sweeps.statistics.Rounded;
import org.attune.sweeps.statistics.SeedComparison;

/**
 * Rows that their seeds cannot decide, whatever they show. Holm's method leaves each row a level
 * beside the rows that are shown. Even the least probability of such a row is above it.
 *
 * @param pairs all pairs. Holm's method counts each. The notes are not of those of two cells that
 *     failed at every seed: these have no row
 * @param looks at which some row could be decided
 * @param ended whether more seeds would be a further look, at seeds added after results
 */
record TooFewSeeds(List<CellPair> pairs, SeedLooks looks, boolean ended) {

  private static final int MOST_NAMED = 4;

  /** What decides how many seeds a row needs. */
  private record Alike(int seeds, boolean ranks, boolean equal) {}

  /**
   * Notes for the user: one if no row can be decided, else, after the sweep has ended, one for all
   * rows alike.
   */
  List<String> notes() {
    List<CellPair> tested =
        pairs.stream()
            .filter(CellPair::tested)
            .filter(pair -> pair.lost() || !Double.isNaN(pair.adjusted()))
            .toList();
    List<CellPair> open = tested.stream().filter(pair -> !pair.verdict().shown()).toList();
    List<CellPair> rows =
        tested.stream().filter(pair -> !pair.lost() && !pair.bothFailed()).toList();
    List<CellPair> undecided =
        rows.stream()
            .filter(row -> !row.verdict().shown() && least(row) > level(open.size()))
            .toList();
    if (undecided.isEmpty()) {
      return List.of();
    }
    if (undecided.size() == rows.size()) {
      return List.of(note("a comparison of cells", undecided, open.size()));
    }
    return ended
        ? alike(undecided).stream().map(alike -> named(alike, open.size())).toList()
        : List.of();
  }

  /** The level of each row that is not shown, by Holm's method. */
  private static double level(int open) {
    return SeedComparison.LEVEL / open;
  }

  private static Collection<List<CellPair>> alike(List<CellPair> rows) {
    return rows.stream()
        .collect(
            Collectors.groupingBy(
                row -> new Alike(row.all(), row.ranks(), row.equal()),
                LinkedHashMap::new,
                Collectors.toList()))
        .values();
  }

  /** The note on some of the rows, with their names: one in the sentence, several after it. */
  private String named(List<CellPair> rows, int open) {
    List<String> names =
        rows.stream().map(row -> "%s beside %s".formatted(row.cell(), row.control())).toList();
    if (names.size() == 1) {
      return note(names.get(0), rows, open);
    }
    int more = names.size() - MOST_NAMED;
    return "%s. They are: %s%s"
        .formatted(
            note(names.size() + " comparisons", rows, open),
            String.join("; ", names.subList(0, Math.min(MOST_NAMED, names.size()))),
            more > 0 ? "; and %d more".formatted(more) : "");
  }

  private String note(String what, List<CellPair> rows, int open) {
    CellPair best = rows.stream().min(Comparator.comparingDouble(TooFewSeeds::least)).orElseThrow();
    return "%d seeds cannot decide %s: at best they give an unadjusted p of %s%s%s, and a verdict needs %s or less%s; use %d or more%s"
        .formatted(
            best.all(),
            what,
            Rounded.probability(least(best)),
            best.ranks() ? " by ranks" : best.equal() ? ", as their differences are equal" : "",
            paysForLooks(best) && looks.count() > 1
                ? " (%d looks included)".formatted(looks.count())
                : "",
            Rounded.probability(level(open)),
            open > 1 ? " (.05 shared by %d comparisons)".formatted(open) : "",
            enough(rows, best.all(), level(open)),
            elsewhere());
  }

  /** The least p by t is the same at each look. */
  private static boolean paysForLooks(CellPair pair) {
    return pair.ranks() || pair.equal();
  }

  /** The least probability that a row's seeds can have. */
  private static double least(CellPair pair) {
    return pair.seeds().leastTwoSided(pair.all());
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
  private int enough(List<CellPair> pairs, int now, double level) {
    return IntStream.iterate(now + 1, n -> n + 1)
        .filter(
            n ->
                pairs.stream()
                    .anyMatch(
                        row ->
                            (paysForLooks(row) ? further() : 1) * row.seeds().leastTwoSided(n)
                                <= level))
        .findFirst()
        .orElseThrow();
  }
}
