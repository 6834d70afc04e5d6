package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.event.NamedCell;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.Controls;

/**
 * The cells that a sweep compares, each tuned separately.
 *
 * <p>A named cell is an arm. If cells have no names, an arm is a combination of the swept options
 * and flags; in a sweep over numbers alone, it is a combination of those numbers. Parameters swept
 * under {@code train.}, and those that claims tune, are tuned: each arm uses its {@link
 * BestSetting}. All other swept parameters are held equal: arms are compared within each of their
 * settings. So arms are not compared if such a parameter always changes with them.
 */
final class Arms {

  private static final String TASK = "task.";

  /** Up to this many arms are compared all with all; more are compared with the first. */
  private static final int MOST_EACH = 5;

  private final Observations observations;
  private final Set<String> equal;
  private final CellNames names;
  private final BestSetting best;
  private final List<Factor> factors;
  private final List<String> arm = new ArrayList<>();
  private final List<String> tuned = new ArrayList<>();
  private final List<String> held = new ArrayList<>();

  /** Values by arm, by setting held equal, by tuned setting, and by seed; NaN for a failed seed. */
  private final Map<String, Map<List<String>, Map<Configuration, Seeds>>> runs =
      new LinkedHashMap<>();

  /** The tuned values of all trials, whatever they report, by arm and by setting held equal. */
  private final Map<String, Map<List<String>, Set<List<String>>>> tried = new HashMap<>();

  private final Map<String, Configuration> example = new LinkedHashMap<>();

  /**
   * An arm at its best setting.
   *
   * @param values by setting held equal and by seed; NaN for a failed seed
   * @param at the configuration of each setting held equal
   * @param elsewhere how many trials failed at the values that were not chosen
   * @param lost a sentence on each value that failed trials kept from being chosen
   * @param tried the tuned values that its trials had, by setting held equal
   * @param settings the most tuned settings of which the best was chosen on the seeds that judge it
   * @param onTuning whether tuning seeds left settings out before
   */
  record Tuned(
      String name,
      Map<List<String>, Configuration> at,
      Map<List<String>, Map<Integer, Double>> values,
      int elsewhere,
      List<String> lost,
      Map<List<String>, Set<List<String>>> tried,
      int settings,
      boolean onTuning) {

    /** The values of both arms at the settings held equal and the seeds that both have. */
    SettingPairs with(Tuned control) {
      Map<List<String>, SortedMap<Integer, double[]>> shared = new LinkedHashMap<>();
      values.forEach(
          (setting, bySeed) -> {
            Map<Integer, Double> others = control.values.getOrDefault(setting, Map.of());
            SortedMap<Integer, double[]> pairs = new TreeMap<>();
            bySeed.forEach(
                (seed, value) -> {
                  if (others.containsKey(seed)) {
                    pairs.put(seed, new double[] {value, others.get(seed)});
                  }
                });
            shared.put(setting, pairs);
          });
      return SettingPairs.of(shared);
    }

    /** Whether both arms were tuned over the same values, wherever they are compared. */
    boolean alike(Tuned control) {
      return with(control).settings().stream()
          .allMatch(setting -> tried.get(setting).equals(control.tried.get(setting)));
    }

    /** The seeds that both arms have, each at one of the settings or more. */
    Set<Integer> seeds(Tuned control) {
      Set<Integer> both = new HashSet<>();
      Set<Integer> others = new HashSet<>();
      for (List<String> setting : with(control).settings()) {
        both.addAll(values.get(setting).keySet());
        others.addAll(control.values.get(setting).keySet());
      }
      both.retainAll(others);
      return both;
    }
  }

  Arms(Observations observations) {
    this(observations, Set.of());
  }

  /**
   * The cells of a sweep.
   *
   * @param equal keys of training that are held equal nevertheless, where they are swept
   */
  Arms(Observations observations, Set<String> equal) {
    this.observations = observations;
    this.equal = equal;
    this.names = observations.names();
    this.best = new BestSetting(observations);
    List<Run> all = new ArrayList<>(observations.runs());
    all.addAll(observations.failures());
    all.addAll(observations.rejected());
    this.factors = Factors.each(all, names);
    if (names.named()) {
      names.tuned().forEach(key -> (isTuned(key) ? tuned : held).add(key));
    } else {
      roles();
    }
    for (Run run : all) {
      String name = name(run.cell());
      example.putIfAbsent(name, run.cell());
      runs.computeIfAbsent(name, n -> new LinkedHashMap<>())
          .computeIfAbsent(values(held, run.cell()), h -> new LinkedHashMap<>())
          .computeIfAbsent(run.cell(), c -> new Seeds())
          .putIfAbsent(run.replicate(), run.value());
    }
    runs.values().forEach(Arms::leaveTuning);
    Stream.concat(
            all.stream().map(Run::cell),
            observations.summaries().stream().map(CellSummary::configuration))
        .forEach(this::addTried);
  }

  /** Tuning seeds judge nothing beside fresh ones, at whatever setting. */
  private static void leaveTuning(Map<List<String>, Map<Configuration, Seeds>> arm) {
    if (arm.values().stream().anyMatch(Seeds::isFresh)) {
      arm.values().removeIf(tried -> !Seeds.isFresh(tried));
    }
  }

  private void addTried(Configuration cell) {
    tried
        .computeIfAbsent(name(cell), n -> new HashMap<>())
        .computeIfAbsent(values(held, cell), h -> new HashSet<>())
        .add(values(tuned, cell));
  }

  private void roles() {
    boolean words = factors.stream().anyMatch(f -> !f.numeric() && !isTask(f));
    boolean model = factors.stream().anyMatch(f -> !isTuned(f) && !isTask(f));
    for (Factor factor : factors) {
      boolean isArm =
          !isTask(factor)
              && (words ? !factor.numeric() || below(factor) : !model || !isTuned(factor));
      (isArm ? arm : isTuned(factor) ? tuned : held).add(factor.key());
    }
  }

  /** Whether a number belongs to an option that is also swept: then it distinguishes arms. */
  private boolean below(Factor number) {
    return factors.stream().anyMatch(f -> !f.numeric() && number.key().startsWith(f.key() + "."));
  }

  private boolean isTuned(Factor factor) {
    return factor.numeric() && isTuned(factor.key());
  }

  private boolean isTuned(String key) {
    return names.isTuned(key) && !equal.contains(key);
  }

  private static boolean isTask(Factor factor) {
    return factor.key().startsWith(TASK);
  }

  /** The tuned keys. */
  List<String> tuned() {
    return tuned;
  }

  /** The swept keys that are held equal. */
  List<String> held() {
    return held;
  }

  /** Arms without a finished or a failed trial, but with stopped ones. */
  List<String> stopped() {
    return observations.stops().stream()
        .map(run -> name(run.cell()))
        .filter(name -> !runs.containsKey(name))
        .distinct()
        .toList();
  }

  /** The arm of a cell. */
  String name(Configuration cell) {
    if (names.named()) {
      return names.cell(cell);
    }
    return names.values(arm, cell);
  }

  private static List<String> values(List<String> keys, Configuration cell) {
    return keys.stream().map(key -> cell.axes().getOrDefault(key, Factor.ABSENT)).toList();
  }

  /** The arms' names; named cells in the file's order. */
  List<String> names() {
    List<String> order = names.cells().stream().map(NamedCell::name).toList();
    return runs.keySet().stream().sorted(Comparator.comparingInt(order::indexOf)).toList();
  }

  /** An arm at its best mean, in each setting held equal. */
  Tuned tuned(String name) {
    Map<List<String>, Map<Integer, Double>> values = new LinkedHashMap<>();
    Map<List<String>, Configuration> at = new LinkedHashMap<>();
    List<String> lost = new ArrayList<>();
    int elsewhere = 0;
    int settings = 0;
    boolean onTuning = false;
    for (Map.Entry<List<String>, Map<Configuration, Seeds>> held : runs.get(name).entrySet()) {
      Map<Configuration, Seeds> tried = held.getValue();
      Configuration best = this.best.of(tried);
      values.put(held.getKey(), tried.get(best));
      at.put(held.getKey(), best);
      elsewhere += tried.values().stream().mapToInt(Seeds::failed).sum();
      elsewhere -= tried.get(best).failed();
      this.best.lost(tried, best).map(loss -> lost(name, loss, best)).ifPresent(lost::add);
      settings = Math.max(settings, Seeds.judged(tried).size());
      onTuning |= Seeds.judged(tried).size() < tried.size();
    }
    return new Tuned(name, at, values, elsewhere, lost, tried.get(name), settings, onTuning);
  }

  private String lost(String name, BestSetting.Lost lost, Configuration best) {
    String where = held.isEmpty() ? "" : " at " + names.values(held, best);
    return "%s%s: %d of %d trials failed at %s, and the others are better there than at %s"
        .formatted(
            name,
            where,
            lost.failed(),
            lost.seeds(),
            names.values(tuned, lost.setting()),
            names.values(tuned, best));
  }

  /** A sentence for each tuned key and end of its listed values at which some arm is best. */
  List<String> edges() {
    Map<String, List<Map<Configuration, Seeds>>> arms = new LinkedHashMap<>();
    names().forEach(name -> arms.put(name, List.copyOf(runs.get(name).values())));
    return new TunedEdges(observations, best, held, this::name, arms).of(tuned);
  }

  /**
   * The control of each arm: the one that the file states, else the reference arm, else the first
   * of many. Empty where arms are compared all with all.
   */
  Map<String, String> controls() {
    List<String> all = names();
    Optional<String> reference =
        plain().or(() -> all.size() > MOST_EACH ? all.stream().findFirst() : Optional.empty());
    Controls stated = new Controls(names.cells());
    Map<String, String> controls = new HashMap<>();
    all.forEach(
        name ->
            stated
                .stated(name, runs.keySet())
                .or(() -> reference.filter(control -> !control.equals(name)))
                .ifPresent(control -> controls.put(name, control)));
    return controls;
  }

  /**
   * The reference arm: the plain one of named cells, else the one with all options at their
   * defaults.
   */
  private Optional<String> plain() {
    if (names.named()) {
      return new Controls(names.cells()).plain(runs.keySet());
    }
    Map<String, String> base = names.axes().base();
    return runs.keySet().stream()
        .filter(
            name ->
                arm.stream()
                    .allMatch(
                        key -> {
                          String value = example.get(name).values().get(key);
                          return value == null || value.equals(base.get(key));
                        }))
        .findFirst();
  }
}
