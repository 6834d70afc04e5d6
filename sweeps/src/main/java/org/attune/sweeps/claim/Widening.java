package org.attune.sweeps.claim;

import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;

/**
 * How far the arms of a table are tuned. Tuning begins within ranges. If an arm's best value lies
 * at the end of a range and the file has values beyond, every arm tries the next of them. So no arm
 * is judged at an edge that others had not reached, and the file's values are the limit.
 *
 * <p>The ranges follow from the tuning seeds' results alone, step by step. So a resumed sweep
 * widens as an uninterrupted one.
 *
 * @param ranges by the key's name in the file, such as {@code train.learning-rate} or {@code
 *     lambda}
 * @param arms all tuned arms of the table, with all their settings
 */
public record Widening(SortedMap<String, Range> ranges, List<Tuning> arms) {

  /** Numbers from {@code low} to {@code high}, both included. */
  public record Range(double low, double high) {

    /** Whether a number lies in the range. */
    public boolean has(double value) {
      return low <= value && value <= high;
    }

    /** This range to the nearest of some numbers on either side. */
    private Range to(NavigableSet<Double> next) {
      Double below = next.lower(low);
      Double above = next.higher(high);
      return new Range(below == null ? low : below, above == null ? high : above);
    }
  }

  public Widening {
    ranges = Collections.unmodifiableSortedMap(new TreeMap<>(ranges));
    arms = List.copyOf(arms);
  }

  /** An arm's settings within the ranges of the keys that it tunes. */
  Tuning within(Tuning arm) {
    List<String> tuned =
        ranges.keySet().stream().filter(key -> values(arm, key).size() > 1).toList();
    return arm.of(
        arm.settings().stream()
            .filter(
                setting ->
                    tuned.stream()
                        .allMatch(
                            key -> value(setting, key).stream().allMatch(ranges.get(key)::has)))
            .toList());
  }

  /** Whether a cell that no arm tunes lies within the ranges of the keys that it has. */
  public boolean begins(Configuration cell) {
    return ranges.entrySet().stream()
        .allMatch(
            range ->
                !cell.has(range.getKey())
                    || value(cell, range.getKey()).stream().allMatch(range.getValue()::has));
  }

  /** The ranges that results have widened so far. */
  Widening reached(Outcomes outcomes) {
    Widening reached = this;
    for (SortedMap<String, Range> next = widened(outcomes);
        !next.equals(reached.ranges);
        next = reached.widened(outcomes)) {
      reached = new Widening(next, arms);
    }
    return reached;
  }

  /** These ranges, each with the next values at its edges; the same until all arms have chosen. */
  private SortedMap<String, Range> widened(Outcomes outcomes) {
    List<Tuning> tried = arms.stream().map(this::within).toList();
    List<Optional<Configuration>> best = tried.stream().map(arm -> arm.chosen(outcomes)).toList();
    if (!best.stream().allMatch(Optional::isPresent)) {
      return ranges;
    }
    SortedMap<String, Range> wider = new TreeMap<>();
    ranges.forEach(
        (key, range) -> {
          NavigableSet<Double> next = new TreeSet<>();
          for (int i = 0; i < arms.size(); i++) {
            next.addAll(beyond(arms.get(i), tried.get(i), best.get(i).get(), key, outcomes));
          }
          wider.put(key, range.to(next));
        });
    return wider;
  }

  /**
   * The next values of an arm at the edge where its best value lies; none if another value is as
   * good, or if the file has no further ones.
   */
  private static List<Double> beyond(
      Tuning arm, Tuning tried, Configuration best, String key, Outcomes outcomes) {
    OptionalDouble value = value(best, key);
    if (value.isEmpty() || !tried.isAlone(best, key, outcomes)) {
      return List.of();
    }
    NavigableSet<Double> within = values(tried, key);
    NavigableSet<Double> all = values(arm, key);
    double at = value.getAsDouble();
    return Stream.of(
            Optional.of(at).filter(within.last()::equals).map(all::higher),
            Optional.of(at).filter(within.first()::equals).map(all::lower))
        .flatMap(Optional::stream)
        .toList();
  }

  /** The values of an arm's settings under a key. */
  public static NavigableSet<Double> values(Tuning arm, String key) {
    NavigableSet<Double> values = new TreeSet<>();
    arm.settings().forEach(setting -> value(setting, key).ifPresent(values::add));
    return values;
  }

  /** A setting's number under a key, or under the last part of one; empty if it has none. */
  public static OptionalDouble value(Configuration setting, String key) {
    return setting.values().entrySet().stream()
        .filter(of -> of.getKey().equals(key) || of.getKey().endsWith("." + key))
        .flatMap(of -> Numbers.real(of.getValue()).stream())
        .mapToDouble(Double::doubleValue)
        .findFirst();
  }

  /** The ranges in words: {@code train.learning-rate from 0.001 to 0.003}. */
  @Override
  public String toString() {
    return ranges.entrySet().stream()
        .map(
            of ->
                "%s from %s to %s"
                    .formatted(
                        of.getKey(),
                        Numbers.canonical(of.getValue().low()),
                        Numbers.canonical(of.getValue().high())))
        .collect(Collectors.joining(", "));
  }
}
