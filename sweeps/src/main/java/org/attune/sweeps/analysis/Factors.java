package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;
import org.attune.sweeps.state.CellNames;

/** Finds the factors that differ between a sweep's cells, and those that cannot be separated. */
final class Factors {

  private static final double SAME_ORDER = 1 - 1e-9;

  private final List<Run> runs;
  private final List<Configuration> cells;

  private Factors(List<Run> runs) {
    this.runs = runs;
    this.cells = List.copyOf(new LinkedHashSet<>(runs.stream().map(Run::cell).toList()));
  }

  /**
   * Parameters with at least two values, by key; the cells' name replaces the settings of named
   * cells. A parameter with a single value that only comes and goes with an option adds no
   * information to the option.
   *
   * @param tuned whether tuning seeds chose values
   */
  static List<Factor> of(List<Run> runs, CellNames names, boolean tuned) {
    Factors factors = new Factors(runs);
    List<Factor> all = new ArrayList<>();
    if (names.named()) {
      Stream.of(Factor.ofNames(runs, names))
          .filter(name -> name.levels().size() > 1)
          .forEach(all::add);
    }
    all.addAll(factors.apart(factors.each(names)));
    return factors.following(all, tuned);
  }

  /**
   * Marks those whose value follows from a cell's name, or from another factor's value where tuning
   * chose it.
   */
  private List<Factor> following(List<Factor> all, boolean tuned) {
    Map<String, String> following = new HashMap<>();
    for (Factor factor : all) {
      all.stream()
          .filter(other -> other != factor && (tuned || other.key().equals(Factor.CELL)))
          .filter(other -> !following.containsKey(other.key()) && follows(factor, other))
          .findFirst()
          .ifPresent(other -> following.put(factor.key(), other.key()));
    }
    return all.stream()
        .map(factor -> factor.from(Optional.ofNullable(following.get(factor.key()))))
        .toList();
  }

  private boolean follows(Factor factor, Factor from) {
    return !from.levels().contains(Factor.ABSENT)
        && !factor.key().equals(Factor.CELL)
        && follows(factor::level, from::level);
  }

  /** Whether all cells with the same of one have the same of the other. */
  private boolean follows(
      Function<Configuration, String> other, Function<Configuration, String> one) {
    Map<String, String> values = new TreeMap<>();
    return cells.stream()
        .allMatch(
            cell -> {
              String value = other.apply(cell);
              return value.equals(values.computeIfAbsent(one.apply(cell), from -> value));
            });
  }

  /** As {@link #of}, but a factor for each parameter, also for those that change together. */
  static List<Factor> each(List<Run> runs, CellNames names) {
    return new Factors(runs).each(names);
  }

  private List<Factor> each(CellNames names) {
    List<Factor> all = new ArrayList<>();
    for (String key : CellNames.varied(cells, Configuration::axes)) {
      if (!names.named() || !follows(key, names)) {
        all.add(Factor.of(key, runs, names.isWord(key)).drawn(names.axes().intervals()));
      }
    }
    return all;
  }

  /** Whether a key's value always follows from the named cell. */
  private boolean follows(String key, CellNames names) {
    if (names.axes().keys().contains(key)) {
      return false;
    }
    return names.axes().cellKeys().contains(key)
        || follows(cell -> cell.axes().getOrDefault(key, Factor.ABSENT), names::cell);
  }

  /** Keeps the first factor by key of each inseparable group; it lists the others. */
  private List<Factor> apart(List<Factor> all) {
    Map<List<Integer>, List<Factor>> byPattern = new LinkedHashMap<>();
    for (Factor factor : all) {
      byPattern.computeIfAbsent(pattern(factor), p -> new ArrayList<>()).add(factor);
    }
    List<Factor> apart = new ArrayList<>();
    for (List<Factor> alike : byPattern.values()) {
      List<List<Factor>> groups = new ArrayList<>();
      for (Factor factor : alike) {
        groups.stream()
            .filter(group -> linked(group.get(0), factor))
            .findFirst()
            .ifPresentOrElse(
                group -> group.add(factor), () -> groups.add(new ArrayList<>(List.of(factor))));
      }
      for (List<Factor> group : groups) {
        Factor first = groups.size() > 1 ? group.get(0).asScale() : group.get(0);
        apart.add(first.with(group.stream().skip(1).map(Factor::key).toList()));
      }
    }
    return apart;
  }

  /**
   * Whether one of two factors with the same pattern determines the other. If values repeat, it
   * does. If no value of either repeats, as with two intervals, only numbers in equal or opposite
   * order are linked: that rarely lasts by chance.
   */
  private boolean linked(Factor one, Factor other) {
    boolean returns = one.levels().size() < cells.size();
    if (returns || !one.numeric() || !other.numeric() || cells.size() < 3) {
      return true;
    }
    double[] first = numbers(one);
    double[] second = numbers(other);
    return Math.abs(new SpearmansCorrelation().correlation(first, second)) >= SAME_ORDER;
  }

  private double[] numbers(Factor factor) {
    return cells.stream()
        .mapToDouble(cell -> Numbers.real(factor.level(cell)).orElse(Double.NEGATIVE_INFINITY))
        .toArray();
  }

  /** Equal for factors that divide the trials into the same groups. */
  private List<Integer> pattern(Factor factor) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    List<Integer> pattern = new ArrayList<>(runs.size());
    for (Run run : runs) {
      String level = factor.level(run.cell());
      numbers.putIfAbsent(level, numbers.size());
      pattern.add(numbers.get(level));
    }
    return pattern;
  }
}
