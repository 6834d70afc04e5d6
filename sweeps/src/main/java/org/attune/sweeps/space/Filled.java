package org.attune.sweeps.space;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Numbers;

/**
 * A formula with holes. A cell has the formula with its holes filled, in canonical spelling. A
 * search method sees each hole as a dimension of its own.
 *
 * @param domain spells formulas
 * @param text as the user wrote it
 * @param holes what each name takes; a name with one value is a definition
 */
public record Filled(Domain.Formula domain, String text, Map<String, Values> holes)
    implements Values {

  private static final Pattern NUMBER = Pattern.compile("(?<![\\w.])\\d+(\\.\\d+)?(e-?\\d+)?");
  private static final int MOST_TRIES = 20_000;

  public Filled {
    holes = Collections.unmodifiableMap(new LinkedHashMap<>(holes));
  }

  /** Returns the formula with values in its holes. */
  public String fill(Map<String, String> values) {
    return domain.canonical(text, values);
  }

  /**
   * Returns what a configuration records of a formula's holes.
   *
   * @param key of the formula's parameter
   * @param text the formula with open holes
   * @param values what is in each hole, by name
   */
  public static Map<String, String> holes(String key, String text, Map<String, String> values) {
    Map<String, String> holes = new LinkedHashMap<>();
    if (!values.isEmpty()) {
      holes.put(key, text);
      values.forEach((name, value) -> holes.put(key + "." + name, value));
    }
    return holes;
  }

  /** Returns what a configuration with some values in this formula's holes records. */
  Map<String, String> holes(String key, Map<String, String> values) {
    Map<String, String> open = new LinkedHashMap<>(values);
    open.keySet()
        .removeIf(name -> holes.get(name) instanceof Values.Listed one && one.values().size() == 1);
    return holes(key, text, open);
  }

  /** Whether each hole takes a list. */
  public boolean finite() {
    return holes.values().stream().allMatch(Values.Listed.class::isInstance);
  }

  /** Returns all formulas, each once, in the order of a grid; only where holes take lists. */
  public List<String> formulas() {
    Set<String> all = new LinkedHashSet<>();
    fillings().forEach(values -> all.add(fill(values)));
    return List.copyOf(all);
  }

  @Override
  public String first() {
    Map<String, String> values = new HashMap<>();
    holes.forEach((name, hole) -> values.put(name, hole.first()));
    return fill(values);
  }

  private List<Map<String, String>> fillings() {
    return fillings(name -> ((Values.Listed) holes.get(name)).values());
  }

  private List<Map<String, String>> fillings(Function<String, List<String>> valuesOf) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    holes.keySet().forEach(name -> values.put(name, valuesOf.apply(name)));
    return fillings(values, MOST_TRIES).orElse(List.of());
  }

  /**
   * Every assignment of values to names, in grid order: the last name varies fastest.
   *
   * @return empty if there are more than {@code most}
   */
  public static Optional<List<Map<String, String>>> fillings(
      Map<String, List<String>> values, int most) {
    List<Map<String, String>> all = List.of(Map.of());
    for (Map.Entry<String, List<String>> hole : values.entrySet()) {
      if ((long) all.size() * hole.getValue().size() > most) {
        return Optional.empty();
      }
      List<Map<String, String>> more = new ArrayList<>();
      for (Map<String, String> names : all) {
        for (String value : hole.getValue()) {
          Map<String, String> with = new LinkedHashMap<>(names);
          with.put(hole.getKey(), value);
          more.add(with);
        }
      }
      all = more;
    }
    return Optional.of(all);
  }

  /**
   * Returns what is in the holes of a formula; empty if it is none of these. A number of an
   * interval is one that the formula says, or 1, which a product drops.
   */
  public Optional<Map<String, String>> values(String formula) {
    List<String> numbers = NUMBER.matcher(formula).results().map(MatchResult::group).toList();
    return fillings(name -> candidates(holes.get(name), numbers)).stream()
        .filter(values -> fill(values).equals(formula))
        .findFirst();
  }

  private static List<String> candidates(Values values, List<String> numbers) {
    if (values instanceof Values.Listed listed) {
      return listed.values();
    }
    Values.Interval interval = (Values.Interval) values;
    return Stream.concat(numbers.stream(), Stream.of("1", "0"))
        .map(Double::parseDouble)
        .flatMap(number -> Stream.of(number, -number))
        .filter(number -> interval.fraction(number) >= 0)
        .map(Numbers::canonical)
        .distinct()
        .toList();
  }
}
