package org.attune.sweeps.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Trial;
import org.attune.sweeps.event.NamedCell;
import org.attune.sweeps.identity.CanonicalAxes;

/**
 * Names a sweep's cells for people: by the user's name in the sweep file, else by the varied
 * values, as in {@code gate=learned, learning-rate=0.003}.
 *
 * <p>A key is shortened to its last words, as many as needed to distinguish it from the other
 * varied keys. Values have as many digits as distinguish them, so no two cells of a sweep of up to
 * 100,000 have one name. A name may grow while a search adds cells; a cell's identity is its
 * configuration.
 */
public final class CellNames {

  /** The name of the only cell of a sweep that varies nothing. */
  private static final String ONLY = "the only cell";

  /** The key of the users' names of cells. */
  public static final String CELL = "cell";

  private static final String FORMULA = ".formula";
  private static final String TRAINING = "train.";

  private final List<NamedCell> named;
  private final CanonicalAxes axes;
  private final Set<String> claimed;
  private final Map<String, String> words;
  private final ShownValues shown;
  private final boolean seeds;
  private final Map<List<String>, NamedCell> whole = new HashMap<>(); // by the values of cell keys

  private CellNames(
      List<NamedCell> named,
      CanonicalAxes axes,
      Set<String> claimed,
      Set<String> keys,
      ShownValues shown,
      boolean seeds) {
    this.named = named;
    this.axes = axes;
    this.claimed = claimed;
    this.words = words(keys);
    this.shown = shown;
    this.seeds = seeds;
    for (NamedCell cell : named) {
      whole.putIfAbsent(values(key -> expected(cell, key)), cell);
    }
  }

  private List<String> values(UnaryOperator<String> valueOf) {
    List<String> values = new ArrayList<>();
    axes.cellKeys().forEach(key -> values.add(valueOf.apply(key)));
    return values;
  }

  private String expected(NamedCell cell, String key) {
    String value = cell.settings().get(key);
    return value != null ? value : axes.base().get(key);
  }

  /** Names for a sweep's proposed trials. Iterates over some or all of them. */
  public static CellNames of(SweepView sweep) {
    List<NamedCell> named = sweep.header().cells();
    CanonicalAxes axes = sweep.header().axes();
    SortedSet<String> keys = new TreeSet<>(axes.keys());
    if (named.isEmpty()) {
      keys.addAll(axes.cellKeys()); // from a journal without names
    }
    boolean seeds =
        Stream.concat(sweep.settledTrials().stream(), sweep.unsettledTrials().stream())
            .anyMatch(status -> status.trial().replicate() > 0);
    Set<Configuration> cells = cells(sweep);
    Set<String> words = sweep.header().design().words();
    if (keys.isEmpty() && named.isEmpty()) {
      keys.addAll(varied(cells)); // from a text without axes
    }
    CellNames names =
        new CellNames(
            named, axes, sweep.header().tuned(), keys, ShownValues.of(keys, words, cells), seeds);
    Set<String> further = names.indistinct(cells);
    if (further.isEmpty()) {
      return names;
    }
    keys.addAll(further);
    return new CellNames(
        named, axes, sweep.header().tuned(), keys, ShownValues.of(keys, words, cells), seeds);
  }

  /** Names for arbitrary cells, by the values that distinguish them. */
  public static CellNames of(Collection<Configuration> cells) {
    return of(cells, Set.of());
  }

  /**
   * Names for arbitrary cells.
   *
   * @param tuned keys over which cells are tuned, beside those of training
   */
  public static CellNames of(Collection<Configuration> cells, Set<String> tuned) {
    Set<String> keys = varied(cells);
    return new CellNames(
        List.of(), CanonicalAxes.of(""), tuned, keys, ShownValues.of(keys, Set.of(), cells), false);
  }

  private static Set<Configuration> cells(SweepView sweep) {
    Set<Configuration> cells = new LinkedHashSet<>();
    for (List<TrialStatus> trials : List.of(sweep.settledTrials(), sweep.unsettledTrials())) {
      trials.forEach(status -> cells.add(status.trial().configuration()));
    }
    return cells;
  }

  /**
   * Keys outside the axes in which cells of one name differ, such as the steps that each turn of a
   * population trains.
   */
  private Set<String> indistinct(Set<Configuration> cells) {
    Set<String> keys = new TreeSet<>();
    if (cells.size() <= ShownValues.MOST_COMPARED) {
      Map<String, Configuration> byName = new HashMap<>();
      for (Configuration cell : cells) {
        Configuration other = byName.putIfAbsent(of(cell), cell);
        if (other != null) {
          keys.addAll(varied(List.of(other, cell), Configuration::values));
        }
      }
    }
    return keys;
  }

  /**
   * These names without the keys that the sweep file does not vary, for a search that trained parts
   * of cells.
   */
  public CellNames ofWholes() {
    Set<String> keys = new TreeSet<>(words.keySet());
    keys.removeIf(key -> !axes.vary(key));
    return keys.isEmpty() ? this : new CellNames(named, axes, claimed, keys, shown, seeds);
  }

  /** How names write values. Cells named in another style have other names. */
  public String style() {
    return words.keySet() + " " + shown;
  }

  /** The keys that distinguish these cells, sorted: those with at least two values among them. */
  public static Set<String> varied(Collection<Configuration> cells) {
    return varied(cells, Configuration::values);
  }

  /** The keys with at least two values among these cells, sorted. */
  public static Set<String> varied(
      Collection<Configuration> cells, Function<Configuration, Map<String, String>> valuesOf) {
    Map<String, Set<String>> values = new TreeMap<>();
    for (Configuration cell : cells) {
      valuesOf
          .apply(cell)
          .forEach((key, value) -> values.computeIfAbsent(key, k -> new HashSet<>()).add(value));
    }
    values.values().removeIf(distinct -> distinct.size() < 2);
    return values.keySet();
  }

  /** The short name of each key: its last words, as many as needed to be unique. */
  private static Map<String, String> words(Set<String> keys) {
    Map<String, String> words = new LinkedHashMap<>();
    for (String key : keys) {
      String word = key;
      for (int dot = key.lastIndexOf('.'); dot >= 0; dot = key.lastIndexOf('.', dot - 1)) {
        String end = key.substring(dot);
        if (keys.stream().filter(other -> ("." + other).endsWith(end)).count() == 1) {
          word = end.substring(1);
          break;
        }
      }
      words.put(key, word);
    }
    return words;
  }

  /** Whether the user named the cells. */
  public boolean named() {
    return !named.isEmpty();
  }

  /** The named cells, in the file's order. */
  public List<NamedCell> cells() {
    return named;
  }

  /** The axes of the sweep file. */
  public CanonicalAxes axes() {
    return axes;
  }

  /** Whether a key's values are words, also those that look like numbers. */
  public boolean isWord(String key) {
    return shown.isWord(key);
  }

  /** A value of a key, or of the factor of cells' names, as names write it. */
  public String shown(String key, String value) {
    return named() && key.equals(CELL) ? value : shown.shown(key, value);
  }

  /** A key's short name. */
  public String word(String key) {
    return words.getOrDefault(key, key);
  }

  /**
   * Whether each cell is judged at its best value of a numeric key: those of training are tuned,
   * and so are those that claims tune.
   */
  public boolean isTuned(String key) {
    return key.startsWith(TRAINING) || claimed.contains(key);
  }

  /** Keys of axes over all named cells, sorted; empty if cells have no names. */
  public List<String> tuned() {
    return named() ? List.copyOf(words.keySet()) : List.of();
  }

  /**
   * A cell's name: the user's, regardless of axes, else the values of the varied keys. It is the
   * column {@code cell}.
   */
  public String cell(Configuration cell) {
    return namedCell(cell).map(NamedCell::name).orElseGet(() -> values(cell));
  }

  /** The named cell to which a configuration belongs; empty if the file names none. */
  public Optional<NamedCell> namedCell(Configuration cell) {
    if (named.isEmpty()) {
      return Optional.empty();
    }
    NamedCell same = whole.get(values(cell.values()::get)); // none agrees on more
    if (same != null) {
      return Optional.of(same);
    }
    NamedCell found = null;
    int most = -1;
    for (NamedCell candidate : named) {
      int agreed = agreed(candidate, cell);
      if (agreed > most) {
        found = candidate;
        most = agreed;
      }
    }
    return Optional.ofNullable(found);
  }

  /**
   * The number of cell keys on which this cell agrees with a candidate; -1 if it contradicts one of
   * the candidate's settings.
   */
  private int agreed(NamedCell candidate, Configuration cell) {
    int agreed = 0;
    for (String key : axes.cellKeys()) {
      String candidateValue = candidate.settings().get(key);
      String value = cell.values().get(key);
      if (candidateValue != null && !candidateValue.equals(value)) {
        return -1;
      }
      agreed += Objects.equals(expected(candidate, key), value) ? 1 : 0;
    }
    return agreed;
  }

  /** A name unique to the configuration: the cell's name and the values of all varied keys. */
  public String of(Configuration cell) {
    Optional<NamedCell> name = namedCell(cell);
    return name.isEmpty()
        ? values(cell)
        : words.isEmpty() ? name.get().name() : name.get().name() + ", " + values(cell);
  }

  private String values(Configuration cell) {
    String name = values(words.keySet(), cell);
    return name.isEmpty() ? ONLY : name;
  }

  /**
   * The values of some keys as text, such as {@code learning-rate=0.003}. A part that is a formula
   * is named by it, as in {@code gate=silu(y)}; what is in a formula's holes needs no words beside.
   */
  public String values(Collection<String> keys, Configuration cell) {
    Set<String> values = new LinkedHashSet<>();
    for (String key : keys) {
      if (cell.has(key)) {
        values.add(key);
      } else if (cell.holes().containsKey(key)) {
        values.add(key.substring(0, key.lastIndexOf('.')));
      }
    }
    StringJoiner name = new StringJoiner(", ");
    for (String key : values) {
      boolean follows =
          key.endsWith(FORMULA) && values.contains(axis(key)) && isFormula(axis(key), cell);
      if (!follows) {
        String value = isFormula(key, cell) ? cell.text(key + FORMULA) : cell.text(key);
        name.add(word(key) + "=" + shown.shown(key, value));
      }
    }
    return name.toString();
  }

  private static boolean isFormula(String axis, Configuration cell) {
    return cell.has(axis + FORMULA) && cell.text(axis).equals(FORMULA.substring(1));
  }

  private static String axis(String formula) {
    return formula.substring(0, formula.length() - FORMULA.length());
  }

  /** A trial's name: its cell's, plus the replicate, as in its id, if cells have several seeds. */
  public String of(Trial trial) {
    String cell = of(trial.configuration());
    return seeds ? cell + ", replicate " + trial.replicate() : cell;
  }
}
