package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.statistics.Holm;
import org.attune.sweeps.statistics.SeedPair;

/**
 * The trend of each cell beside its control, over the sizes that a sweep has.
 *
 * @param along the swept key or the final metric that is the size
 * @param sizes number of sizes at which some cell has results
 * @param rows in the order of the cells; Holm's method adjusts them as one family
 * @param notes for the user on cells without a trend, with the reason
 */
public record Trends(String along, int sizes, List<Trend> rows, List<String> notes) {

  /** Amounts of training are sizes: no cell is tuned over them here. */
  private static final Set<String> AMOUNTS = Set.of("train.steps", "train.batch");

  /**
   * The question to a sweep.
   *
   * @param along the swept key or the final metric that is the size
   * @param measured that final metric; empty for a swept key
   * @param floor from which differences are shares; empty if they are in the metric's unit
   * @param at a size to carry the lines on to
   * @param pairs of cells; empty for each cell beside its control
   */
  public record Asked(
      String along,
      Optional<Observations> measured,
      Optional<Floor> floor,
      OptionalDouble at,
      List<CellBeside> pairs) {

    public Asked {
      pairs = List.copyOf(pairs);
    }

    /** Each cell beside its control. */
    public Asked(
        String along, Optional<Observations> measured, Optional<Floor> floor, OptionalDouble at) {
      this(along, measured, floor, at, List.of());
    }
  }

  /** A cell and the one beside which its trend is asked for, by their names. */
  public record CellBeside(String cell, String control) {}

  /**
   * The floor from which the control's distance is measured: a final metric, or a number.
   *
   * @param values by trial; empty for a number
   */
  public record Floor(Optional<Observations> values, double number) {

    private Map<String, Double> byTrial() {
      Map<String, Double> byTrial = new HashMap<>();
      values.ifPresent(
          floor -> floor.runs().forEach(run -> byTrial.put(run.trialId(), run.value())));
      return byTrial;
    }
  }

  public Trends {
    rows = List.copyOf(rows);
    notes = List.copyOf(notes);
  }

  /** The keys of numbers over which this sweep can have trends. */
  public static List<String> keys(Observations observations) {
    return new Arms(observations, AMOUNTS)
        .held().stream()
            .filter(
                key ->
                    observations.cells().stream()
                        .allMatch(cell -> new TrendSize.OfKey(key).of(cell).isPresent()))
            .toList();
  }

  /** The trends of a sweep whose cells and seeds were not chosen by results. */
  public static Trends of(Observations observations, Asked asked) {
    return new Reader(observations, asked).read();
  }

  /** Differences of one cell from its control by seed and size, ascending. */
  private record Differences(
      String cell,
      String control,
      SortedMap<Double, Double> units,
      List<double[]> bySeed,
      double largest) {}

  private static final class Reader {

    private final Observations observations;
    private final Asked asked;
    private final Arms arms;
    private final TrendSize size;
    private final Map<String, Double> floors;
    private final Map<List<Object>, String> trials = new HashMap<>();
    private final List<String> notes = new ArrayList<>();

    Reader(Observations observations, Asked asked) {
      this.observations = observations;
      this.asked = asked;
      this.arms = new Arms(observations, AMOUNTS);
      this.size =
          asked
              .measured()
              .<TrendSize>map(TrendSize.OfMetric::of)
              .orElse(new TrendSize.OfKey(asked.along()));
      this.floors = asked.floor().map(Floor::byTrial).orElse(Map.of());
      observations
          .runs()
          .forEach(run -> trials.put(List.of(run.cell(), run.replicate()), run.trialId()));
    }

    Trends read() {
      List<CellBeside> pairs = asked.pairs().isEmpty() ? besideControls() : asked.pairs();
      List<Differences> all = new ArrayList<>();
      for (CellBeside pair : pairs) {
        if (arms.names().containsAll(List.of(pair.cell(), pair.control()))) {
          differences(arms.tuned(pair.cell()), arms.tuned(pair.control())).ifPresent(all::add);
        } else {
          notes.add(
              "%s beside %s has no trend: the sweep's cells are %s"
                  .formatted(pair.cell(), pair.control(), String.join(", ", arms.names())));
        }
      }
      // Pairs that were asked for share the error, whether or not each has a trend.
      int rows = asked.pairs().isEmpty() ? all.size() : pairs.size();
      SeedLooks looks = observations.looks().ofRows(rows);
      List<Trend> trends =
          all.stream()
              .map(
                  pair ->
                      Trend.of(
                          pair.cell(),
                          pair.control(),
                          List.copyOf(pair.units().keySet()),
                          List.copyOf(pair.units().values()),
                          pair.bySeed(),
                          pair.largest(),
                          asked.at(),
                          looks,
                          rows))
              .toList();
      Holm family =
          Holm.of(
              trends.stream().mapToDouble(trend -> trend.slope().twoSided()).toArray(),
              rows - all.size());
      List<Trend> judged = new ArrayList<>();
      for (int i = 0; i < trends.size(); i++) {
        judged.add(trends.get(i).judged(family.adjusted()[i], family.levels()[i]));
      }
      if (!judged.isEmpty()) {
        notes.addAll(arms.edges());
      }
      int sizes =
          (int) all.stream().flatMap(pair -> pair.units().keySet().stream()).distinct().count();
      return new Trends(asked.along(), sizes, judged, notes);
    }

    private List<CellBeside> besideControls() {
      List<String> names = arms.names();
      Map<String, String> controls = arms.controls();
      if (controls.isEmpty() && names.size() == 2) {
        return List.of(new CellBeside(names.get(1), names.get(0)));
      }
      if (controls.isEmpty()) {
        notes.add("no cell is the control; name one with table: controls");
      }
      return names.stream()
          .filter(controls::containsKey)
          .map(name -> new CellBeside(name, controls.get(name)))
          .toList();
    }

    private Optional<Differences> differences(Arms.Tuned cell, Arms.Tuned control) {
      SortedMap<Double, List<List<String>>> settings = new TreeMap<>();
      SettingPairs common = cell.with(control);
      common
          .settings()
          .forEach(
              setting ->
                  size.of(control.at().get(setting))
                      .ifPresent(
                          at -> settings.computeIfAbsent(at, s -> new ArrayList<>()).add(setting)));
      if (settings.size() < 2) {
        return leave(
            cell,
            control,
            settings.isEmpty() ? "they share no size" : "they share one size; a trend needs two");
      }
      if (!cell.alike(control)) {
        return leave(cell, control, "they were tuned over other values");
      }
      if (!cell.lost().isEmpty() || !control.lost().isEmpty()) {
        return leave(cell, control, "failed trials chose a tuned value");
      }
      long failed =
          common.bySetting().values().stream()
              .flatMap(pairs -> pairs.values().stream())
              .filter(pair -> Arrays.stream(pair).anyMatch(Double::isNaN))
              .count();
      if (failed > 0 || !common.left().isEmpty()) {
        return leave(
            cell, control, "trials failed, and a trend of the others says nothing of them");
      }
      Set<Integer> seeds = seeds(common);
      if (seeds.size() < 2) {
        return leave(cell, control, "fewer than two seeds have all sizes");
      }
      return measured(cell, control, settings, common, seeds);
    }

    private Optional<Differences> measured(
        Arms.Tuned cell,
        Arms.Tuned control,
        SortedMap<Double, List<List<String>>> settings,
        SettingPairs common,
        Set<Integer> seeds) {
      SortedMap<Double, Double> units = new TreeMap<>();
      double largest = 0;
      for (Map.Entry<Double, List<List<String>>> at : settings.entrySet()) {
        double unit = unit(control, at.getValue(), seeds);
        if (!(unit > 0)) {
          return leave(cell, control, "the control does not differ from its floor");
        }
        units.put(at.getKey(), unit);
      }
      List<double[]> bySeed = new ArrayList<>();
      for (int seed : seeds) {
        double[] differences = new double[settings.size()];
        int i = 0;
        for (Map.Entry<Double, List<List<String>>> at : settings.entrySet()) {
          SeedPair pair =
              SeedPair.over(
                  at.getValue().stream()
                      .map(setting -> common.bySetting().get(setting).get(seed))
                      .toList(),
                  observations.rounding());
          double unit = units.get(at.getKey());
          differences[i++] = (pair.cell() - pair.control()) / unit;
          largest = Math.max(largest, pair.largest() / unit);
        }
        bySeed.add(differences);
      }
      return Optional.of(new Differences(cell.name(), control.name(), units, bySeed, largest));
    }

    /** The control's mean distance from its floor; 1 if differences are not shares. */
    private double unit(Arms.Tuned control, List<List<String>> settings, Set<Integer> seeds) {
      if (asked.floor().isEmpty()) {
        return 1;
      }
      return settings.stream()
          .flatMap(
              setting ->
                  seeds.stream()
                      .map(
                          seed ->
                              Math.abs(
                                  control.values().get(setting).get(seed)
                                      - floor(control.at().get(setting), seed))))
          .mapToDouble(Double::doubleValue)
          .average()
          .orElse(Double.NaN);
    }

    private double floor(Configuration control, int seed) {
      Floor floor = asked.floor().orElseThrow();
      return floor.values().isEmpty()
          ? floor.number()
          : floors.getOrDefault(trials.getOrDefault(List.of(control, seed), ""), Double.NaN);
    }

    /** The seeds that have all settings. */
    private static Set<Integer> seeds(SettingPairs common) {
      return common.bySetting().values().stream()
          .map(SortedMap::keySet)
          .reduce(
              (all, one) ->
                  all.stream().filter(one::contains).collect(Collectors.toCollection(TreeSet::new)))
          .orElse(Set.of());
    }

    private Optional<Differences> leave(Arms.Tuned cell, Arms.Tuned control, String why) {
      notes.add("%s beside %s has no trend: %s".formatted(cell.name(), control.name(), why));
      return Optional.empty();
    }
  }
}
