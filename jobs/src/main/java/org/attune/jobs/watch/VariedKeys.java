package org.attune.jobs.watch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ShortList;
import org.attune.api.catalog.Spelling;
import org.attune.jobs.console.InputException;
import org.attune.sweeps.event.CellCondition;
import org.attune.sweeps.event.NamedCell;
import org.attune.sweeps.identity.SpecText;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;

/**
 * The keys that a sweep varies.
 *
 * @param values by key, as the sweep's text lists them; no values for a key that is drawn
 */
record VariedKeys(SweepView sweep, Map<String, Set<String>> values) {

  private static final int MOST_NAMES = 8;

  private static final Pattern LISTED = Pattern.compile("(?!(log-)?uniform |fill |grow ).+");

  static VariedKeys of(SweepView sweep) {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    SpecText text = SpecText.of(sweep.header().specText());
    for (String axis : text.axes()) {
      for (Map<String, String> branch : text.branches(axis)) {
        branch.forEach(
            (key, list) -> {
              if (!list.isEmpty()) { // a value without values of its own has settings
                values
                    .computeIfAbsent(key.isEmpty() ? axis : key, k -> new LinkedHashSet<>())
                    .addAll(LISTED.matcher(list).matches() ? List.of(list.split(", ")) : List.of());
              }
            });
      }
    }
    VariedKeys keys = new VariedKeys(sweep, values);
    sweep.header().cells().stream()
        .flatMap(cell -> keys.complete(cell).entrySet().stream())
        .forEach(
            of ->
                values.computeIfAbsent(of.getKey(), k -> new LinkedHashSet<>()).add(of.getValue()));
    return keys;
  }

  /** The conditions that a cell of this name alone meets. */
  List<CellCondition> cell(String name) {
    Optional<NamedCell> named =
        sweep.header().cells().stream().filter(cell -> cell.name().equals(name)).findFirst();
    if (named.isPresent()) {
      return equal(complete(named.get()));
    }
    CellNames names = CellNames.of(sweep);
    Set<String> known = new TreeSet<>();
    sweep.header().cells().forEach(cell -> known.add(cell.name()));
    for (TrialStatus trial : sweep.trials()) {
      Configuration cell = trial.trial().configuration();
      if (names.cell(cell).equals(name)) {
        Map<String, String> varied = new LinkedHashMap<>(cell.values());
        varied.keySet().retainAll(values.keySet());
        return equal(varied);
      }
      known.add(names.cell(cell));
    }
    String near = Spelling.hint(name, known);
    throw new InputException(
        "No cell that has begun is called '%s'%s; use --where for others, such as --where '%s'."
            .formatted(name, near.isEmpty() ? names(known) : near, example()));
  }

  private static String names(Set<String> known) {
    return known.isEmpty()
        ? ""
        : known.stream()
            .limit(MOST_NAMES)
            .map("'%s'"::formatted)
            .collect(
                Collectors.joining(
                    ", ", "; these have: ", known.size() > MOST_NAMES ? ", ..." : ""));
  }

  /** A cell's settings, and the common values of keys that other named cells set. */
  private Map<String, String> complete(NamedCell cell) {
    Map<String, String> settings = new TreeMap<>();
    for (NamedCell other : sweep.header().cells()) {
      for (String key : other.settings().keySet()) {
        Optional.ofNullable(cell.settings().get(key))
            .or(() -> Optional.ofNullable(sweep.header().axes().base().get(key)))
            .ifPresent(value -> settings.put(key, value));
      }
    }
    return settings;
  }

  private static List<CellCondition> equal(Map<String, String> settings) {
    return settings.entrySet().stream()
        .map(entry -> new CellCondition(entry.getKey(), "=", entry.getValue()))
        .toList();
  }

  /** The conditions in a text, with {@code and} between. */
  List<CellCondition> where(String text) {
    List<CellCondition> conditions = new ArrayList<>();
    for (String part : text.strip().split("\\s+and\\s+")) {
      CellCondition given =
          CellCondition.read(part)
              .orElseThrow(
                  () ->
                      new InputException(
                          "Cannot read '%s' in --where: write KEY = VALUE, or with !=, <, <=, > or >=, and 'and' between; such as --where '%s'."
                              .formatted(part, example())));
      String key = key(given.key());
      Set<String> listed = values.get(key);
      CellCondition condition = new CellCondition(key, given.comparison(), given.value());
      if (!listed.isEmpty()
          && listed.stream()
              .noneMatch(value -> condition.holds(new Configuration(Map.of(key, value))))) {
        throw new InputException(
            "No cell has %s: the sweep has %s for it."
                .formatted(condition.text(), ShortList.near(given.value(), listed, "")));
      }
      conditions.add(condition);
    }
    return conditions;
  }

  private String key(String given) {
    if (values.containsKey(given)) {
      return given;
    }
    List<String> ending =
        values.keySet().stream().filter(key -> key.endsWith("." + given)).toList();
    if (ending.size() == 1) {
      return ending.get(0);
    }
    throw new InputException(
        ending.isEmpty()
            ? "The sweep does not vary '%s'; it varies %s."
                .formatted(given, ShortList.near(given, values.keySet(), ""))
            : "'%s' may be %s; write one of them.".formatted(given, String.join(" or ", ending)));
  }

  private String example() {
    return values.entrySet().stream()
        .findFirst()
        .map(entry -> entry.getKey() + " = " + entry.getValue().stream().findFirst().orElse("1"))
        .orElse("attention.gate = learned");
  }
}
