package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.CellSummary;

/**
 * Several sweeps, cell by cell. A key that some of the sweeps varies identifies cells, except keys
 * over which cells are tuned: each cell stands at its best values of these in each sweep. Two
 * sweeps have a cell in common if both have one with equal values of all other keys. Any other key
 * is a setting of a whole sweep.
 *
 * <p>A common cell is compared with the first sweep's by {@link CellPairs}, in pairs that share the
 * seed. This needs equal seeds, data, task and held-out examples: otherwise equal seeds are not the
 * same examples. Probabilities are Holm-adjusted over all pairs. Trials of one configuration, seed
 * and code are the same trials in both sweeps, so they are not tested.
 *
 * @param differing each setting that differs between sweeps, with the value in each sweep; empty
 *     for a sweep without it
 * @param tuned keys at whose best values cells stand, sorted
 * @param cells of all sweeps, the best first
 * @param pairs common cells, compared with those of the first sweep
 * @param tuning how tuned values of the pairs come about; empty if nothing is tuned
 * @param notes for the user on sweeps that are not paired with the first
 * @param looks the most looks that a sweep of a pair had
 */
public record AcrossSweeps(
    SortedMap<String, List<String>> differing,
    List<String> tuned,
    List<Cell> cells,
    List<Pair> pairs,
    Optional<String> tuning,
    List<String> notes,
    SeedLooks looks) {

  /**
   * A cell of some of the sweeps.
   *
   * @param settings its values of the keys that identify cells
   * @param sides its summary in each sweep; empty where the sweep lacks it
   */
  public record Cell(
      String name, SortedMap<String, String> settings, List<Optional<InSweep>> sides) {}

  /**
   * A cell in one sweep.
   *
   * @param summary at its best values of the keys that are tuned
   * @param at these values for people, such as {@code learning-rate=0.003}; empty for none
   * @param tried how many combinations of tuned values it has there
   */
  public record InSweep(CellSummary summary, String at, int tried) {}

  /**
   * A common cell.
   *
   * @param side number of the sweep that is compared with the first, from 1
   * @param pair the difference: this sweep less the first
   */
  public record Pair(int side, String cell, CellPair pair) {}

  /**
   * Compares sweeps with the first of them, by a metric that all have.
   *
   * @param tune whether a cell stands at its best tuned values; else each setting is a cell
   */
  public static AcrossSweeps of(List<SweepSide> sides, boolean tune) {
    Set<String> keys = new TreeSet<>();
    sides.forEach(side -> keys.addAll(CellNames.varied(SweepSettings.cells(side))));
    SweepSettings settings = SweepSettings.of(sides, keys);
    Set<String> tuned = new TreeSet<>(tune ? TunedCell.keys(sides) : Set.of());
    keys.removeAll(tuned);
    Map<SortedMap<String, String>, List<Optional<TunedCell>>> found = found(sides, keys);
    Map<SortedMap<String, String>, String> names = names(found, tuned);
    List<Pair> pairs = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    Set<String> tunings = new LinkedHashSet<>();
    SeedLooks looks = sides.get(0).observed().looks();
    for (int i = 1; i < sides.size(); i++) {
      String label =
          "%s is not paired with %s".formatted(sides.get(i).label(), sides.get(0).label());
      Optional<String> why = settings.unpaired(i);
      if (why.isPresent()) {
        notes.add("%s: %s differs, so equal seeds are other data".formatted(label, why.get()));
        continue;
      }
      int before = pairs.size();
      for (Map.Entry<SortedMap<String, String>, List<Optional<TunedCell>>> cell :
          found.entrySet()) {
        Optional<TunedCell> first = cell.getValue().get(0);
        Optional<TunedCell> other = cell.getValue().get(i);
        if (first.isPresent() && other.isPresent()) {
          boolean same = settings.sameCode(i) && other.get().same(first.get());
          Optional<CellPairs> table = other.get().beside(first.get(), tuned);
          table.filter(pairsOfSweep -> !same).flatMap(CellPairs::tuning).ifPresent(tunings::add);
          int side = i;
          table
              .map(pairsOfSweep -> pairsOfSweep.all().get(0))
              .map(pair -> same && pair.paired() ? pair.untested(CellPair.PairVerdict.SAME) : pair)
              .ifPresent(pair -> pairs.add(new Pair(side, names.get(cell.getKey()), pair)));
        }
      }
      if (pairs.size() == before) {
        notes.add(label + ": they have no cell with a seed in common");
      }
      looks = looks.stricter(sides.get(i).observed().looks());
    }
    return new AcrossSweeps(
        settings.differing(),
        List.copyOf(tuned),
        cells(sides, found, names, tuned),
        adjusted(pairs, sides.get(0).observed().goal(), looks.spent()),
        tunings.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", tunings)),
        notes,
        looks);
  }

  /** The settings in which the sweeps of some pair differ. */
  public List<String> differingInPairs() {
    return differing.entrySet().stream()
        .filter(
            entry ->
                pairs.stream()
                    .anyMatch(
                        pair -> !entry.getValue().get(0).equals(entry.getValue().get(pair.side()))))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Notes for the user on pairs that have too few seeds to decide.
   *
   * @param labels of the sweeps
   */
  public List<String> tooFewSeeds(List<String> labels) {
    List<TooFewSeeds.Named> rows =
        pairs.stream()
            .map(
                pair ->
                    new TooFewSeeds.Named(
                        "%s in %s".formatted(pair.cell(), labels.get(pair.side())), pair.pair()))
            .toList();
    return TooFewSeeds.ofCells(rows, looks, true).notes(CellPairs.CELLS);
  }

  /** Each cell in each sweep, the best first. */
  private static Map<SortedMap<String, String>, List<Optional<TunedCell>>> found(
      List<SweepSide> sides, Set<String> keys) {
    Map<SortedMap<String, String>, List<Optional<TunedCell>>> found = new LinkedHashMap<>();
    for (int i = 0; i < sides.size(); i++) {
      Map<SortedMap<String, String>, List<CellSummary>> tried = new LinkedHashMap<>();
      for (CellSummary summary : sides.get(i).observed().summaries()) {
        tried
            .computeIfAbsent(settings(summary.configuration(), keys), cell -> new ArrayList<>())
            .add(summary);
      }
      for (Map.Entry<SortedMap<String, String>, List<CellSummary>> cell : tried.entrySet()) {
        found
            .computeIfAbsent(
                cell.getKey(),
                map ->
                    new ArrayList<>(sides.stream().map(s -> Optional.<TunedCell>empty()).toList()))
            .set(i, Optional.of(TunedCell.of(sides.get(i), cell.getValue())));
      }
    }
    Comparator<CellSummary> bestFirst = CellSummary.bestFirst(sides.get(0).observed().goal());
    Map<SortedMap<String, String>, List<Optional<TunedCell>>> sorted = new LinkedHashMap<>();
    found.entrySet().stream()
        .sorted(Comparator.comparing(cell -> best(cell.getValue(), bestFirst), bestFirst))
        .forEach(cell -> sorted.put(cell.getKey(), cell.getValue()));
    return sorted;
  }

  private static CellSummary best(List<Optional<TunedCell>> in, Comparator<CellSummary> bestFirst) {
    return in.stream().flatMap(Optional::stream).map(TunedCell::best).min(bestFirst).orElseThrow();
  }

  private static Map<SortedMap<String, String>, String> names(
      Map<SortedMap<String, String>, List<Optional<TunedCell>>> found, Set<String> tuned) {
    CellNames values = CellNames.of(found.keySet().stream().map(Configuration::new).toList());
    Map<SortedMap<String, String>, String> given = new LinkedHashMap<>();
    found.forEach((cell, in) -> given.put(cell, named(in, tuned).orElse("")));
    Map<SortedMap<String, String>, String> names = new LinkedHashMap<>();
    given.forEach(
        (cell, name) -> {
          boolean unique = given.values().stream().filter(name::equals).count() == 1;
          names.put(cell, unique && !name.isEmpty() ? name : values.of(new Configuration(cell)));
        });
    return names;
  }

  private static List<Cell> cells(
      List<SweepSide> sides,
      Map<SortedMap<String, String>, List<Optional<TunedCell>>> found,
      Map<SortedMap<String, String>, String> names,
      Set<String> tuned) {
    CellNames values =
        CellNames.of(sides.stream().flatMap(side -> SweepSettings.cells(side).stream()).toList());
    return found.entrySet().stream()
        .map(
            cell ->
                new Cell(
                    names.get(cell.getKey()),
                    cell.getKey(),
                    cell.getValue().stream()
                        .map(in -> in.map(tunedCell -> inSweep(tunedCell, values, tuned)))
                        .toList()))
        .toList();
  }

  private static InSweep inSweep(TunedCell cell, CellNames values, Set<String> tuned) {
    return new InSweep(
        cell.best(), values.said(tuned, cell.best().configuration()), cell.tried().size());
  }

  /** The name that users gave a cell, if all who named it agree; with what it is not tuned over. */
  private static Optional<String> named(List<Optional<TunedCell>> in, Set<String> tuned) {
    Set<String> names = new LinkedHashSet<>();
    in.stream()
        .flatMap(Optional::stream)
        .filter(cell -> cell.side().observed().names().named())
        .forEach(
            cell -> {
              CellNames namesOfSweep = cell.side().observed().names();
              Configuration at = cell.best().configuration();
              List<String> rest =
                  namesOfSweep.tuned().stream().filter(key -> !tuned.contains(key)).toList();
              String values = namesOfSweep.said(rest, at);
              names.add(namesOfSweep.cell(at) + (values.isEmpty() ? "" : ", " + values));
            });
    return names.size() == 1 ? names.stream().findFirst() : Optional.empty();
  }

  private static SortedMap<String, String> settings(Configuration cell, Set<String> keys) {
    SortedMap<String, String> settings = new TreeMap<>(cell.values());
    settings.keySet().retainAll(keys);
    return settings;
  }

  private static List<Pair> adjusted(List<Pair> pairs, Optional<Goal> goal, boolean spent) {
    List<CellPair> judged = CellPairs.judged(pairs.stream().map(Pair::pair).toList(), goal, spent);
    return IntStream.range(0, judged.size())
        .mapToObj(i -> new Pair(pairs.get(i).side(), pairs.get(i).cell(), judged.get(i)))
        .toList();
  }
}
