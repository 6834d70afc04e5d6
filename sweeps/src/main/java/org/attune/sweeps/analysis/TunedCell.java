package org.attune.sweeps.analysis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.statistics.Summary;

/**
 * A cell of one sweep with all values that it was tuned over.
 *
 * @param side the sweep
 * @param tried a summary for each combination of tuned values, the best first
 * @param best the summary that stands for the cell, chosen as in a table of one sweep
 */
record TunedCell(SweepSide side, List<CellSummary> tried, CellSummary best) {

  private static final String SWEEP = "sweep";

  static TunedCell of(SweepSide side, List<CellSummary> tried) {
    Set<Configuration> settings =
        tried.stream().map(CellSummary::configuration).collect(Collectors.toSet());
    Map<Configuration, Seeds> seeds = new LinkedHashMap<>();
    Stream.of(side.observed().runs(), side.observed().failures(), side.observed().rejected())
        .flatMap(List::stream)
        .filter(run -> settings.contains(run.cell()))
        .forEach(
            run ->
                seeds
                    .computeIfAbsent(run.cell(), cell -> new Seeds())
                    .putIfAbsent(run.replicate(), run.value()));
    CellSummary best =
        seeds.isEmpty()
            ? tried.get(0)
            : Optional.of(new BestSetting(side.observed()).of(seeds))
                .flatMap(
                    at ->
                        tried.stream()
                            .filter(summary -> summary.configuration().equals(at))
                            .findFirst())
                .orElse(tried.get(0));
    return new TunedCell(side, tried, best);
  }

  /** Keys that each cell of some of the sweeps is tuned over. */
  static Set<String> keys(List<SweepSide> sides) {
    Set<String> keys = new HashSet<>();
    sides.forEach(side -> keys.addAll(new Arms(side.observed()).tuned()));
    return keys;
  }

  /** Whether the cell in both sweeps has the same configuration, and so the same trials. */
  boolean same(TunedCell first) {
    return best.configuration().equals(first.best.configuration());
  }

  /** The trials at its best tuned values, finished ones first, then failed ones. */
  Stream<Run> runs() {
    return Stream.of(side.observed().runs(), side.observed().failures())
        .flatMap(List::stream)
        .filter(run -> run.cell().equals(best.configuration()));
  }

  /** The values of tuned keys that it was tried at. */
  Set<Map<String, String>> values(Set<String> tuned) {
    return tried.stream()
        .map(
            cell -> {
              Map<String, String> values = new HashMap<>(cell.configuration().values());
              values.keySet().retainAll(tuned);
              return values;
            })
        .collect(Collectors.toSet());
  }

  /**
   * This cell beside the same cell in the first sweep, as a table of two cells; empty without a
   * common seed.
   */
  Optional<CellPairs> beside(TunedCell first, Set<String> tuned) {
    Map<Configuration, Configuration> firstMoves = first.moved("first", tuned);
    Map<Configuration, Configuration> otherMoves = moved("other", tuned);
    CellNames names =
        CellNames.of(
            Stream.of(firstMoves, otherMoves).flatMap(to -> to.values().stream()).toList(), tuned);
    return CellPairs.of(
            together(first.side.observed(), firstMoves, side.observed(), otherMoves, names))
        .filter(pairs -> !pairs.all().isEmpty());
  }

  /** The name of each configuration in a table of both sweeps: the sweep and tuned values. */
  private Map<Configuration, Configuration> moved(String sweep, Set<String> tuned) {
    Map<Configuration, Configuration> moved = new LinkedHashMap<>();
    for (CellSummary cell : tried) {
      Map<String, String> values = new HashMap<>(cell.configuration().values());
      values.keySet().retainAll(tuned);
      values.put(SWEEP, sweep);
      moved.put(cell.configuration(), new Configuration(values));
    }
    return moved;
  }

  private static Observations together(
      Observations one,
      Map<Configuration, Configuration> firstMoves,
      Observations two,
      Map<Configuration, Configuration> otherMoves,
      CellNames names) {
    List<Run> runs = both(one.runs(), firstMoves, two.runs(), otherMoves);
    return new Observations(
        one.metric(),
        one.goal(),
        Factors.of(runs, names, false),
        runs,
        both(one.failures(), firstMoves, two.failures(), otherMoves),
        both(one.stops(), firstMoves, two.stops(), otherMoves),
        both(one.rejected(), firstMoves, two.rejected(), otherMoves),
        Stream.of(firstMoves, otherMoves)
            .flatMap(to -> to.values().stream())
            .map(cell -> new CellSummary(cell, 0, 0, false, Summary.of(List.of())))
            .toList(),
        new Observations.Excluded(0, 0, 0, one.excluded().ended() && two.excluded().ended(), 0, 0),
        names,
        one.searched() || two.searched(),
        false,
        one.looks().stricter(two.looks()),
        one.objective()
            .flatMap(
                by ->
                    two.objective()
                        .map(other -> together(by, firstMoves, other, otherMoves, names))),
        Optional.empty());
  }

  private static List<Run> both(
      List<Run> one,
      Map<Configuration, Configuration> firstMoves,
      List<Run> two,
      Map<Configuration, Configuration> otherMoves) {
    return Stream.concat(moved(one, firstMoves), moved(two, otherMoves)).toList();
  }

  private static Stream<Run> moved(List<Run> runs, Map<Configuration, Configuration> to) {
    return runs.stream()
        .filter(run -> to.containsKey(run.cell()))
        .map(run -> new Run(run.trialId(), to.get(run.cell()), run.replicate(), run.value()));
  }
}
