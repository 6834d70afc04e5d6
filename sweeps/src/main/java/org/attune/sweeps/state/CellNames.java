package org.attune.sweeps.state;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.catalog.Numbers;
import org.attune.sweeps.search.Trial;

/**
 * Names the cells of a sweep by what tells them apart, for people: {@code gate=learned,
 * learning-rate=0.003}.
 *
 * <p>A key is cut to its last words, as many as it takes to tell it from the other keys that vary.
 */
public final class CellNames {

  /** The name of the only cell of a sweep that varies nothing. */
  private static final String ONLY = "the only cell";

  private final Map<String, String> words;
  private final boolean seeds;

  private CellNames(Map<String, String> words, boolean seeds) {
    this.words = words;
    this.seeds = seeds;
  }

  /** Names for the trials that a sweep has proposed. Walks all of them. */
  public static CellNames of(SweepView sweep) {
    Set<Configuration> cells = new HashSet<>();
    boolean seeds = false;
    for (List<TrialStatus> trials : List.of(sweep.settledTrials(), sweep.unsettledTrials())) {
      for (TrialStatus status : trials) {
        cells.add(status.trial().configuration());
        seeds |= status.trial().replicate() > 0;
      }
    }
    return new CellNames(words(varied(cells)), seeds);
  }

  /** The keys that tell these cells apart, sorted: those with two values or more among them. */
  public static Set<String> varied(Collection<Configuration> cells) {
    Map<String, Set<String>> values = new TreeMap<>();
    for (Configuration cell : cells) {
      cell.values()
          .forEach((key, value) -> values.computeIfAbsent(key, k -> new HashSet<>()).add(value));
    }
    values.values().removeIf(distinct -> distinct.size() < 2);
    return values.keySet();
  }

  /** What each key is called: its last words, so many that no other key ends so. */
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

  /** A cell's name. */
  public String of(Configuration cell) {
    StringJoiner name = new StringJoiner(", ");
    words.forEach(
        (key, word) -> {
          if (cell.has(key)) {
            name.add(word + "=" + Numbers.shown(cell.text(key)));
          }
        });
    return name.length() == 0 ? ONLY : name.toString();
  }

  /** A trial's name: its cell's, and where cells have several seeds which of them, from 1. */
  public String of(Trial trial) {
    String cell = of(trial.configuration());
    return seeds ? cell + ", seed " + (trial.replicate() + 1) : cell;
  }
}
