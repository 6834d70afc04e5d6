package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.statistics.Holm;
import org.attune.sweeps.statistics.LookCost;
import org.attune.sweeps.statistics.SeedComparison;
import org.attune.sweeps.statistics.SeedPair;

/**
 * Every cell compared with the control, in pairs that share the seed, each cell at its best tuned
 * values. Without a control every cell is compared with every other. Where keys are tuned, there
 * are no pairs until all trials have ended.
 *
 * <p>The control is the cell that the file names ({@code table: controls}), else a cell called
 * control, baseline or plain, else the cell that sets nothing. If there are many cells, it is
 * otherwise the first. {@link SeedComparison} tests each row, and all rows are one family.
 *
 * @param cells how many of them finished somewhere, each counted once for all its settings
 * @param tuned keys over which each cell was tuned; empty if nothing is tuned
 * @param choice on which seeds their values were chosen
 * @param edges notes for the user on best tuned values that are the smallest or largest tried
 * @param all in the order of the cells; the probabilities are Holm-adjusted over them
 * @param unpaired notes for the user on cells that have no row, with the reason
 * @param looks at which some row could be decided
 * @param earlier at which look a row got the verdict that it has, by its settings, for rows that
 *     were decided before the last look
 */
public record CellPairs(
    int cells,
    List<String> tuned,
    SelectionSeeds choice,
    List<String> edges,
    List<CellPair> all,
    List<String> unpaired,
    SeedLooks looks,
    Map<List<CellPair.PairSetting>, String> earlier) {

  /** Follows an earlier verdict that all seeds together no longer show. */
  private static final String UNTESTED = "; not tested since";

  /** What its rows are. */
  static final String CELLS = "a comparison of cells";

  private static final String SINCE = "; inconclusive since";

  /** More cells than this are a search, not a comparison. */
  public static final int MOST_CELLS = 24;

  /** More settings than this are counted, not named. */
  private static final int MOST_NAMED = 6;

  public CellPairs {
    tuned = List.copyOf(tuned);
    edges = List.copyOf(edges);
    all = List.copyOf(all);
    unpaired = List.copyOf(unpaired);
    earlier = Map.copyOf(earlier);
  }

  /** The pairs of a sweep; empty for fewer than two cells, and for very many. */
  public static Optional<CellPairs> of(Observations observations) {
    Arms arms = new Arms(observations);
    List<String> names = arms.names();
    List<String> stopped = arms.stopped();
    if (names.size() + stopped.size() < 2 || names.size() > MOST_CELLS) {
      return Optional.empty();
    }
    Map<String, Arms.Tuned> tuned =
        names.stream().collect(Collectors.toMap(name -> name, arms::tuned));
    List<CellPair> pairs = new ArrayList<>();
    Unpaired unpaired =
        new Unpaired(observations.names(), arms.held(), !observations.excluded().ended());
    for (String[] pair : chosen(arms, names)) {
      Arms.Tuned cell = tuned.get(pair[0]);
      Arms.Tuned control = tuned.get(pair[1]);
      SettingPairs common = cell.with(control);
      if (common.bySetting().isEmpty()) {
        unpaired.add(cell, control);
      } else {
        CellPair row =
            new CellPair(
                cell.name(),
                control.name(),
                settings(arms, cell, control, common, observations.names()),
                seeds(common, observations),
                uneven(cell, control, common),
                stopped(observations, cell, control),
                cell.elsewhere() + control.elsewhere(),
                Double.NaN,
                Double.NaN,
                Double.NaN,
                CellPair.PairVerdict.UNTESTED);
        pairs.add(
            observations.searched()
                ? row
                : untestable(row, cell, control, common, observations.goal()));
        unpaired.addLeft(cell, control, common);
      }
    }
    stopped.stream().limit(MOST_CELLS).forEach(unpaired::addStopped);
    SeedLooks looks =
        observations.looks().ofRows((int) pairs.stream().filter(CellPair::tested).count());
    LookCost cost = looks.cost();
    List<CellPair> paid = pairs.stream().map(pair -> pair.at(cost)).toList();
    if (observations.adaptive() && pairs.stream().noneMatch(CellPair::paired)) {
      return Optional.empty(); // a search left single trials that nothing else makes comparable
    }
    int cells = (int) observations.cells().stream().map(arms::name).distinct().count();
    if (!observations.excluded().ended() && !arms.tuned().isEmpty()) {
      return Optional.of(awaited(cells, arms.tuned(), observations));
    }
    List<CellPair> judged = adjusted(observations, paid, looks.spent());
    Optional<CellPairs> before = observations.earlier().flatMap(CellPairs::of);
    Set<String> known = observations.earlier().map(CellPairs::known).orElse(Set.of());
    Map<List<CellPair.PairSetting>, String> stands = new HashMap<>();
    List<CellPair> rows =
        judged.stream()
            .map(row -> before.map(then -> then.stands(row, known, stands)).orElse(row))
            .toList();
    rows.forEach(unpaired::addFailed);
    return Optional.of(
        new CellPairs(
            cells,
            arms.tuned(),
            SelectionSeeds.of(
                names.stream().map(tuned::get).toList(),
                observations.objective().map(Observations::metric)),
            arms.edges(),
            rows,
            Stream.of(
                    unpaired.notes(),
                    new UntestedRows(pairs, tuned, arms, observations.names()).notes())
                .flatMap(List::stream)
                .toList(),
            looks,
            stands));
  }

  /**
   * A row with the verdict that it had before seeds or cells were added. A verdict once given
   * stands; a later look that shows the opposite is a verdict of its own.
   */
  private CellPair stands(
      CellPair row, Set<String> known, Map<List<CellPair.PairSetting>, String> stands) {
    Optional<CellPair> then =
        all.stream()
            .filter(pair -> pair.verdict().shown() && row.continues(pair, known))
            .findFirst();
    if (then.isEmpty() || !row.tested() || row.opposes(then.get())) {
      return row;
    }
    stands.put(
        row.settings(),
        earlier.getOrDefault(then.get().settings(), ", look " + looks.count()).split(";")[0]
            + (row.verdict().open() ? SINCE : "")
            + (row.verdict() == CellPair.PairVerdict.SEARCHED || row.lost() ? UNTESTED : ""));
    return row.decided(then.get().verdict());
  }

  /** The hashes of the cells that have an ended trial. */
  private static Set<String> known(Observations observations) {
    return Stream.concat(observations.runs().stream(), observations.failures().stream())
        .map(run -> run.cell().hash())
        .collect(Collectors.toSet());
  }

  private static SeedComparison seeds(SettingPairs common, Observations observations) {
    List<SeedPair> pairs =
        common.bySeed().values().stream()
            .map(settings -> SeedPair.over(settings, observations.rounding()))
            .toList();
    return SeedComparison.of(
        pairs,
        observations.better(),
        observations.looks().at(pairs.size()),
        observations.looks().cost());
  }

  private static int uneven(Arms.Tuned cell, Arms.Tuned control, SettingPairs common) {
    Map<Integer, List<double[]>> bySeed = common.bySeed();
    return (int)
        cell.seeds(control).stream()
            .filter(seed -> bySeed.getOrDefault(seed, List.of()).size() < common.bySetting().size())
            .count();
  }

  private static CellPair untestable(
      CellPair row, Arms.Tuned cell, Arms.Tuned control, SettingPairs common, Optional<Goal> goal) {
    if (!cell.alike(control)) {
      return row.untested(CellPair.PairVerdict.UNLIKE);
    }
    if (!row.paired()) {
      return row;
    }
    if (!cell.lost().isEmpty() || !control.lost().isEmpty()) {
      return row.untested(CellPair.PairVerdict.LOST);
    }
    return goal.filter(better -> common.opposed(better, row.seeds())).isPresent()
        ? row.untested(CellPair.PairVerdict.OPPOSED)
        : row;
  }

  /** No pairs: the value of a tuned key that is best so far need not be the best in the end. */
  private static CellPairs awaited(int cells, List<String> tuned, Observations observations) {
    String keys = tuned.stream().map(observations.names()::word).collect(Collectors.joining(", "));
    return new CellPairs(
        cells,
        List.of(),
        SelectionSeeds.of(List.of(), Optional.empty()),
        List.of(),
        List.of(),
        List.of("cells are compared at their best %s once all trials have ended".formatted(keys)),
        observations.looks().ofRows(0),
        Map.of());
  }

  /** The pairs to show: all but those that say nothing. */
  public List<CellPair> pairs() {
    return all.stream().filter(pair -> !pair.isEmpty()).toList();
  }

  /** A pair's verdict for people; one that is shown at a later look is marked. */
  public String label(CellPair pair) {
    return pair.verdict().label()
        + (pair.verdict().shown() ? earlier.getOrDefault(pair.settings(), looks.mark()) : "");
  }

  /** How tuned values come about; empty if nothing is tuned. */
  public Optional<String> tuning() {
    String keys = String.join(", ", tuned);
    return tuned.isEmpty()
        ? Optional.empty()
        : Optional.of(
            choice.label().isEmpty()
                ? "each at its own " + keys
                : "each at its best %s%s (%s)"
                    .formatted(keys, choice.by().map(" by "::concat).orElse(""), choice.label()));
  }

  private static int stopped(Observations observations, Arms.Tuned cell, Arms.Tuned control) {
    return (int)
        observations.stops().stream()
            .filter(
                run ->
                    cell.at().containsValue(run.cell()) || control.at().containsValue(run.cell()))
            .map(Run::replicate)
            .distinct()
            .count();
  }

  private static List<CellPair.PairSetting> settings(
      Arms arms, Arms.Tuned cell, Arms.Tuned control, SettingPairs common, CellNames names) {
    return common.settings().stream()
        .map(
            setting -> {
              Configuration at = cell.at().get(setting);
              Configuration controlAt = control.at().get(setting);
              return new CellPair.PairSetting(
                  names.values(arms.held(), at),
                  names.values(arms.tuned(), at),
                  names.values(arms.tuned(), controlAt),
                  at.hash(),
                  controlAt.hash());
            })
        .toList();
  }

  /**
   * Where the differences are taken, as in {@code at width=104}, or over which settings held equal
   * they are averaged; empty if nothing is held equal.
   */
  public Optional<String> where() {
    List<String> held =
        pairs().stream()
            .flatMap(pair -> pair.settings().stream().map(CellPair.PairSetting::held))
            .distinct()
            .toList();
    if (held.size() < 2) {
      return held.stream().filter(setting -> !setting.isEmpty()).map("at "::concat).findFirst();
    }
    String all =
        held.size() > MOST_NAMED
            ? held.size() + " settings of the other swept keys"
            : String.join("; ", held);
    boolean some = pairs().stream().anyMatch(pair -> pair.settings().size() < held.size());
    return Optional.of(
        some
            ? "averaged over those settings that both cells have, of " + all
            : "averaged over " + all);
  }

  /** Notes for the user, after the sweep has ended, on rows that have too few seeds to decide. */
  public List<String> tooFewSeeds() {
    return tooFewSeeds(true);
  }

  /** A note where no row could be decided, before the sweep runs: seeds can still be planned. */
  Optional<String> tooFewPlanned() {
    return tooFewSeeds(false).stream().findFirst();
  }

  private List<String> tooFewSeeds(boolean ended) {
    List<TooFewSeeds.Named> rows =
        all.stream()
            .map(
                pair ->
                    new TooFewSeeds.Named(
                        "%s beside %s".formatted(pair.cell(), pair.control()), pair))
            .toList();
    return TooFewSeeds.ofCells(rows, looks, ended).notes(CELLS);
  }

  private static List<String[]> chosen(Arms arms, List<String> names) {
    Map<String, String> controls = arms.controls();
    List<String[]> chosen = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (!controls.isEmpty()) {
        if (controls.containsKey(names.get(i))) {
          chosen.add(new String[] {names.get(i), controls.get(names.get(i))});
        }
      } else {
        for (int j = 0; j < i; j++) {
          chosen.add(new String[] {names.get(i), names.get(j)});
        }
      }
    }
    return chosen;
  }

  /**
   * Pairs with one seed cannot be tested, and do not affect the adjustment of the others. Where a
   * search chose the cells, more seeds of it would test nothing either, so it is the reason.
   */
  private static List<CellPair> adjusted(
      Observations observations, List<CellPair> pairs, boolean spent) {
    if (observations.searched()) {
      CellPair.PairVerdict why =
          !observations.excluded().ended()
              ? CellPair.PairVerdict.UNFINISHED
              : CellPair.PairVerdict.SEARCHED;
      return pairs.stream().map(pair -> pair.untested(why)).toList();
    }
    return judged(pairs, observations.goal(), spent);
  }

  /** Rows as one family; those that are not tested, or were left untested, stay. */
  static List<CellPair> judged(List<CellPair> pairs, Optional<Goal> goal, boolean spent) {
    Holm family = Holm.of(pairs.stream().mapToDouble(CellPair::counted).toArray(), 0);
    return IntStream.range(0, pairs.size())
        .mapToObj(i -> pairs.get(i).judged(family.adjusted()[i], family.levels()[i], goal, spent))
        .toList();
  }
}
