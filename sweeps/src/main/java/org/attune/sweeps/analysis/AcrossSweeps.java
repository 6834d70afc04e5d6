package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.Collection;
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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.SweepView;

/**
 * Several sweeps, cell by cell. A key that some of the sweeps varies identifies cells. Two sweeps
 * have a cell in common if both have one with equal values of all these keys. Any other key is a
 * setting of a whole sweep.
 *
 * <p>A common cell is compared with the first sweep's by {@link CellPairs}, in pairs that share the
 * seed. This needs equal seeds, data, task and held-out examples: otherwise equal seeds are not the
 * same examples. Probabilities are Holm-adjusted over all pairs.
 *
 * @param differing each setting that differs between sweeps, with the value in each sweep; empty
 *     for a sweep without it
 * @param cells of all sweeps, the best first
 * @param pairs common cells, compared with those of the first sweep
 * @param notes for the user on sweeps that are not paired with the first
 * @param looks the most looks that a sweep of a pair had
 */
public record AcrossSweeps(
    SortedMap<String, List<String>> differing,
    List<Cell> cells,
    List<Pair> pairs,
    List<String> notes,
    SeedLooks looks) {

  private static final String TASK = "task";
  private static final String SWEEP = "sweep";
  private static final String SEED = "seed";
  private static final String DATA = "data";
  private static final String HELD_OUT = "held-out examples";
  private static final String CODE = "code_version";

  /**
   * A sweep to compare.
   *
   * @param label a short name of its directory
   */
  public record Side(String label, SweepView sweep, Observations observed) {}

  /**
   * A cell of some of the sweeps.
   *
   * @param settings its values of the keys that identify cells
   * @param sides its summary in each sweep; empty where the sweep lacks it
   */
  public record Cell(
      String name, SortedMap<String, String> settings, List<Optional<CellSummary>> sides) {}

  /**
   * A common cell.
   *
   * @param side number of the sweep that is compared with the first, from 1
   * @param of the difference: this sweep less the first
   */
  public record Pair(int side, String cell, CellPair of) {}

  /** Compares sweeps with the first of them, by a metric that all have. */
  public static AcrossSweeps of(List<Side> sides) {
    Set<String> keys = new TreeSet<>();
    sides.forEach(side -> keys.addAll(CellNames.varied(cells(side))));
    SortedMap<String, List<String>> differing = differing(sides, keys);
    List<Cell> cells = cells(sides, keys);
    List<Pair> pairs = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    SeedLooks looks = sides.get(0).observed().looks();
    for (int i = 1; i < sides.size(); i++) {
      String label =
          "%s is not paired with %s".formatted(sides.get(i).label(), sides.get(0).label());
      Optional<String> why = unpaired(differing, i);
      if (why.isPresent()) {
        notes.add("%s: %s differs, so equal seeds are other data".formatted(label, why.get()));
        continue;
      }
      int before = pairs.size();
      for (Cell cell : cells) {
        pair(sides.get(0), sides.get(i), cell, i).ifPresent(pairs::add);
      }
      if (pairs.size() == before) {
        notes.add(label + ": they have no cell with a seed in common");
      }
      SeedLooks own = sides.get(i).observed().looks();
      looks = own.count() > looks.count() ? own : looks;
    }
    return new AcrossSweeps(
        differing, cells, adjusted(pairs, sides.get(0).observed().goal()), notes, looks);
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

  private static List<Configuration> cells(Side side) {
    return side.observed().summaries().stream().map(CellSummary::configuration).toList();
  }

  private static SortedMap<String, List<String>> differing(List<Side> sides, Set<String> varied) {
    Set<String> all = new TreeSet<>();
    sides.forEach(side -> cells(side).forEach(cell -> all.addAll(cell.values().keySet())));
    all.removeAll(varied);
    SortedMap<String, List<String>> differing = new TreeMap<>();
    for (String key : all) {
      add(differing, key, sides.stream().map(side -> value(side, key)).toList());
    }
    add(
        differing,
        SEED,
        sides.stream().map(side -> String.valueOf(side.sweep().header().seed())).toList());
    List<Optional<DataFile>> data =
        sides.stream().map(side -> side.sweep().header().data()).toList();
    if (data.stream().map(file -> file.map(DataFile::hash).orElse("")).distinct().count() > 1) {
      differing.put(
          DATA, data.stream().map(file -> file.map(DataFile::describe).orElse("")).toList());
    }
    add(
        differing,
        HELD_OUT,
        sides.stream()
            .map(side -> side.sweep().header().design().heldOut())
            .map(own -> own.isPresent() ? "each seed its own" : "one set for all seeds")
            .toList());
    add(
        differing,
        CODE,
        sides.stream()
            .map(side -> side.sweep().header().provenance().getOrDefault(CODE, ""))
            .toList());
    return differing;
  }

  /** Adds a key that has two values or more; a sweep without the key has no value. */
  private static void add(
      SortedMap<String, List<String>> differing, String key, List<String> values) {
    if (values.stream().filter(value -> !value.isEmpty()).distinct().count() > 1) {
      differing.put(key, values);
    }
  }

  private static String value(Side side, String key) {
    return cells(side).stream()
        .filter(cell -> cell.values().containsKey(key))
        .map(cell -> cell.values().get(key))
        .findFirst()
        .orElse("");
  }

  /** The first setting by which a seed of a sweep is other data than in the first sweep. */
  private static Optional<String> unpaired(SortedMap<String, List<String>> differing, int side) {
    return differing.entrySet().stream()
        .filter(
            entry ->
                entry.getKey().equals(SEED)
                    || entry.getKey().equals(DATA)
                    || entry.getKey().equals(HELD_OUT)
                    || entry.getKey().equals(TASK)
                    || entry.getKey().startsWith(TASK + "."))
        .filter(entry -> !entry.getValue().get(0).equals(entry.getValue().get(side)))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static List<Cell> cells(List<Side> sides, Set<String> keys) {
    Map<SortedMap<String, String>, List<Optional<CellSummary>>> found = new LinkedHashMap<>();
    for (int i = 0; i < sides.size(); i++) {
      for (CellSummary summary : sides.get(i).observed().summaries()) {
        found
            .computeIfAbsent(
                settings(summary.configuration(), keys),
                cell ->
                    new ArrayList<>(
                        sides.stream().map(s -> Optional.<CellSummary>empty()).toList()))
            .set(i, Optional.of(summary));
      }
    }
    CellNames values = CellNames.of(found.keySet().stream().map(Configuration::new).toList());
    Map<SortedMap<String, String>, String> names = new LinkedHashMap<>();
    found.forEach((cell, in) -> names.put(cell, named(sides, in).orElse("")));
    Comparator<CellSummary> best = CellSummary.bestFirst(sides.get(0).observed().goal());
    return found.entrySet().stream()
        .map(
            cell -> {
              String name = names.get(cell.getKey());
              boolean own = names.values().stream().filter(name::equals).count() == 1;
              return new Cell(
                  own && !name.isEmpty() ? name : values.of(new Configuration(cell.getKey())),
                  cell.getKey(),
                  List.copyOf(cell.getValue()));
            })
        .sorted(Comparator.comparing(cell -> best(cell.sides(), best), best))
        .toList();
  }

  private static CellSummary best(
      List<Optional<CellSummary>> sides, Comparator<CellSummary> bestFirst) {
    return sides.stream().flatMap(Optional::stream).min(bestFirst).orElseThrow();
  }

  /** The name that users gave a cell, if all who named it agree. */
  private static Optional<String> named(List<Side> sides, List<Optional<CellSummary>> in) {
    Set<String> names = new LinkedHashSet<>();
    for (int i = 0; i < sides.size(); i++) {
      CellNames own = sides.get(i).observed().names();
      if (in.get(i).isPresent() && own.named()) {
        names.add(own.of(in.get(i).get().configuration()));
      }
    }
    return names.size() == 1 ? names.stream().findFirst() : Optional.empty();
  }

  private static SortedMap<String, String> settings(Configuration cell, Set<String> keys) {
    SortedMap<String, String> settings = new TreeMap<>(cell.values());
    settings.keySet().retainAll(keys);
    return settings;
  }

  /** The cell in a sweep beside the same cell in the first one, as a table of two cells. */
  private static Optional<Pair> pair(Side first, Side other, Cell cell, int side) {
    if (cell.sides().get(0).isEmpty() || cell.sides().get(side).isEmpty()) {
      return Optional.empty();
    }
    Configuration here = new Configuration(Map.of(SWEEP, "first"));
    Configuration there = new Configuration(Map.of(SWEEP, "other"));
    Configuration at = cell.sides().get(0).get().configuration();
    Configuration otherAt = cell.sides().get(side).get().configuration();
    List<Run> runs = new ArrayList<>();
    runs.addAll(moved(ended(first.observed()), at, here));
    runs.addAll(moved(ended(other.observed()), otherAt, there));
    List<Run> stops = new ArrayList<>();
    stops.addAll(moved(first.observed().stops(), at, here));
    stops.addAll(moved(other.observed().stops(), otherAt, there));
    CellNames names = CellNames.of(List.of(here, there));
    Observations one = first.observed();
    Observations two = other.observed();
    boolean over = one.excluded().ended() && two.excluded().ended();
    Observations both =
        new Observations(
            one.metric(),
            one.goal(),
            Factors.of(runs, names),
            runs,
            List.of(),
            stops,
            List.of(),
            List.of(),
            new Observations.Excluded(0, 0, 0, over, 0, 0),
            names,
            one.searched() || two.searched(),
            false,
            one.looks().count() < two.looks().count() ? two.looks() : one.looks(),
            Optional.empty());
    return CellPairs.of(both).stream()
        .flatMap(pairs -> pairs.all().stream())
        .findFirst()
        .map(pair -> new Pair(side, cell.name(), pair));
  }

  /** Trials with a number, and failed ones, whose number is NaN. */
  private static List<Run> ended(Observations observed) {
    return Stream.of(observed.runs(), observed.failures()).flatMap(Collection::stream).toList();
  }

  private static List<Run> moved(List<Run> runs, Configuration cell, Configuration to) {
    return runs.stream()
        .filter(run -> run.cell().equals(cell))
        .map(run -> new Run(run.trialId(), to, run.replicate(), run.value()))
        .collect(Collectors.toList());
  }

  private static List<Pair> adjusted(List<Pair> pairs, Optional<Goal> goal) {
    List<CellPair> judged = CellPairs.judged(pairs.stream().map(Pair::of).toList(), goal);
    return IntStream.range(0, judged.size())
        .mapToObj(i -> new Pair(pairs.get(i).side(), pairs.get(i).cell(), judged.get(i)))
        .toList();
  }
}
