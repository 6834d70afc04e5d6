package org.attune.sweeps.analysis;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.state.CellSummary;

/**
 * In what sweeps differ: the values that their files give each parameter, and their rules.
 *
 * @param differing each setting that differs between sweeps, with the value in each sweep; empty
 *     for a sweep without it
 * @param ofTrials those of them from which a difference of a common cell may come. Neither keys
 *     that tell cells apart are among them, nor rules that only decide which trials run
 */
record SweepSettings(SortedMap<String, List<String>> differing, Set<String> ofTrials) {

  private static final String TASK = "task";
  private static final String SEED = "seed";
  private static final String DATA = "data";
  private static final String HELD_OUT = "held-out examples";

  /** A hash's first characters tell versions apart. */
  private static final int HASH = 8;

  /**
   * The settings in which sweeps differ.
   *
   * @param varied the keys that tell cells apart
   */
  static SweepSettings of(List<SweepSide> sides, Set<String> varied) {
    SortedMap<String, List<String>> differing = new TreeMap<>();
    Set<String> all = new TreeSet<>();
    sides.forEach(side -> cells(side).forEach(cell -> all.addAll(cell.values().keySet())));
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
            .map(heldOut -> heldOut.isPresent() ? "each seed its own" : "one set for all seeds")
            .toList());
    add(
        differing,
        Provenance.CODE_VERSION,
        sides.stream()
            .map(
                side ->
                    side.sweep().header().provenance().getOrDefault(Provenance.CODE_VERSION, ""))
            .toList());
    add(differing, Provenance.PROGRAM_HASH, sides.stream().map(SweepSettings::programs).toList());
    Set<String> ofTrials = new TreeSet<>(differing.keySet());
    ofTrials.removeAll(varied);
    ofTrials.remove(SEED); // chance
    List<Map<String, String>> rules =
        sides.stream().map(side -> FileSettings.of(side.sweep().header()).rules()).toList();
    for (String rule : rules.get(0).keySet()) {
      add(differing, rule, rules.stream().map(ofSide -> ofSide.get(rule)).toList());
    }
    return new SweepSettings(differing, ofTrials);
  }

  static List<Configuration> cells(SweepSide side) {
    return side.observed().summaries().stream().map(CellSummary::configuration).toList();
  }

  /** The versions of the user's program and jars that a sweep's results are of. */
  private static String programs(SweepSide side) {
    return side.sweep().trials().stream()
        .flatMap(trial -> trial.attempt().stream())
        .flatMap(attempt -> Provenance.programs(attempt.provenance()).values().stream())
        .map(hash -> hash.substring(0, Math.min(HASH, hash.length())))
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** Adds a key that has two values or more; a sweep without the key has no value. */
  private static void add(
      SortedMap<String, List<String>> differing, String key, List<String> values) {
    if (values.stream().filter(value -> !value.isEmpty()).distinct().count() > 1) {
      differing.put(key, values);
    }
  }

  /** What the file gives a key, else the values that its cells have. */
  private static String value(SweepSide side, String key) {
    return FileSettings.of(side.sweep().header())
        .varied(key)
        .orElseGet(
            () ->
                FileSettings.text(
                    cells(side).stream()
                        .filter(cell -> cell.values().containsKey(key))
                        .map(cell -> cell.values().get(key))
                        .toList()));
  }

  /** The first setting by which the sweeps have other data, whatever their seeds. */
  Optional<String> otherData() {
    return ofTrials.stream()
        .filter(
            key ->
                key.equals(DATA)
                    || key.equals(HELD_OUT)
                    || key.equals(TASK)
                    || key.startsWith(TASK + "."))
        .findFirst();
  }

  /** Whether an equal replicate of two sweeps has another seed. */
  boolean otherSeeds() {
    return differing.containsKey(SEED);
  }

  /** Whether trials of equal configurations and seeds are the same computation. */
  boolean sameCode() {
    return !differing.containsKey(Provenance.CODE_VERSION)
        && !differing.containsKey(Provenance.PROGRAM_HASH);
  }
}
