package org.attune.sweeps.spec.claims;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.commons.math3.util.ArithmeticUtils;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ShortList;
import org.attune.api.search.Objective;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.spec.form.Given;

/**
 * Reads {@code {cell: plain, best-over: [train.learning-rate, lambda]}}. A cell's settings are all
 * cells of the sweep that differ from it in these keys alone. All arms of a table spend equally
 * many trials on tuning: an arm with fewer settings gets more tuning seeds per setting.
 */
final class ArmReader {

  /** The most trials that one arm may spend on tuning. */
  private static final int MOST_TRIALS = 4_000;

  private final CellWords words;
  private final Objective objective;
  private final int seeds;
  private long budget = 1;
  private int largest;

  /**
   * @param objective chooses among an arm's settings
   * @param seeds tuning seeds per setting, for the arm with the most settings
   */
  ArmReader(CellWords words, Objective objective, int seeds) {
    this.words = words;
    this.objective = objective;
    this.seeds = seeds;
  }

  /** Reads an arm. {@link #tuned} fills in its tuning seeds once all arms are known. */
  Optional<Measure> read(Given cell, Given bestOver, String metric) {
    List<String> over = bestOver.elements().stream().flatMap(key -> key.text().stream()).toList();
    if (bestOver.elements().isEmpty()) {
      bestOver.refuse("must be a list of keys, such as [train.learning-rate]");
    }
    Optional<String> word = cell.text();
    if (over.isEmpty() || word.isEmpty()) {
      return Optional.empty();
    }
    Optional<Configuration> base = base(word.get(), over);
    if (base.isEmpty()) {
      refuse(cell, word.get(), over);
      return Optional.empty();
    }
    List<Configuration> settings = settings(base.get(), over);
    List<String> fixed =
        over.stream()
            .filter(
                key -> settings.stream().map(setting -> value(setting, key)).distinct().count() < 2)
            .toList();
    for (String key : fixed) {
      bestOver.refuse(
          "'%s' has one value in the cells that are like '%s'; sweep it, or leave it out"
              .formatted(key, word.get()));
    }
    if (!fixed.isEmpty()) {
      return Optional.empty();
    }
    count(bestOver, settings.size());
    Tuning tuning =
        new Tuning(
            settings, objective.metric(), objective.goal() == Objective.Goal.MINIMIZE, seeds);
    Configuration first = settings.get(0);
    return Optional.of(
        new Measure(word.get(), first, metric, words.better(first, metric), Optional.of(tuning)));
  }

  /** The first cell that a label, or a name as in tables, names apart from the tuned axes. */
  private Optional<Configuration> base(String word, List<String> over) {
    List<Configuration> fitting = words.fitting(word);
    boolean one = fitting.stream().map(cell -> without(cell, over)).distinct().count() == 1;
    return words.cells().keySet().stream()
        .filter(label -> names(word, label, over))
        .findFirst()
        .map(words.cells()::get)
        .or(() -> one ? Optional.of(fitting.get(0)) : Optional.empty());
  }

  /** Names the keys that an arm should fix or tune; if it lacks none, the table's cells. */
  private void refuse(Given cell, String word, List<String> over) {
    List<SortedMap<String, String>> fitting =
        words.fitting(word).stream().map(configuration -> without(configuration, over)).toList();
    Set<String> left =
        fitting.stream()
            .flatMap(map -> map.keySet().stream())
            .filter(key -> fitting.stream().map(map -> map.get(key)).distinct().count() > 1)
            .map(ArmReader::last)
            .collect(Collectors.toCollection(TreeSet::new));
    if (left.isEmpty()) {
      words.refuse(cell, word);
    } else {
      cell.refuse(
          "'%s' fits cells that also differ in %s; add that to best-over, or name one value in cell"
              .formatted(word, ShortList.of(left, "")));
    }
  }

  private void count(Given bestOver, int settings) {
    largest = Math.max(largest, settings);
    budget = ArithmeticUtils.lcm(budget, settings);
    if (trials() > MOST_TRIALS) {
      bestOver.refuse(
          "with these numbers of settings, arms spend equally many trials on tuning only at %,d each; give them the same number of settings"
              .formatted(trials()));
      budget = settings;
    }
  }

  /**
   * The tuning budget of each arm in trials: the smallest that every arm can spend in whole seeds.
   */
  private long trials() {
    long least = (long) seeds * largest;
    return (least + budget - 1) / budget * budget;
  }

  /** The claim, with tuning seeds chosen so that all arms spend the same number of trials. */
  Claim tuned(Claim claim) {
    return claim.tunedBy(
        tuning ->
            new Tuning(
                tuning.settings(),
                tuning.objective(),
                tuning.minimize(),
                (int) (trials() / tuning.settings().size())));
  }

  /** Whether a word is a cell's label, with or without the values of the tuned axes. */
  private static boolean names(String word, String label, List<String> over) {
    return CellWords.rest(word, label)
        .filter(
            rest ->
                rest.stream()
                    .allMatch(
                        part -> over.stream().anyMatch(key -> part.startsWith(last(key) + "="))))
        .isPresent();
  }

  private static String last(String key) {
    return key.substring(key.lastIndexOf('.') + 1);
  }

  private List<Configuration> settings(Configuration base, List<String> over) {
    SortedMap<String, String> common = without(base, over);
    Map<SortedMap<String, String>, List<Configuration>> alike =
        words.cells().values().stream()
            .collect(
                Collectors.groupingBy(
                    cell -> without(cell, over), LinkedHashMap::new, Collectors.toList()));
    return alike.get(common);
  }

  private static SortedMap<String, String> without(Configuration cell, List<String> over) {
    SortedMap<String, String> rest = new TreeMap<>(cell.values());
    rest.keySet().removeAll(keys(cell, over));
    return rest;
  }

  private static Set<String> keys(Configuration cell, List<String> over) {
    Set<String> keys = new TreeSet<>();
    for (String key : cell.values().keySet()) {
      if (over.stream().anyMatch(word -> key.equals(word) || key.endsWith("." + word))) {
        keys.add(key);
      }
    }
    return keys;
  }

  private static List<String> value(Configuration cell, String key) {
    return keys(cell, List.of(key)).stream().map(cell::text).toList();
  }
}
