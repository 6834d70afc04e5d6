package org.attune.sweeps.claim;

import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;

/**
 * How a tuned arm's setting is chosen. Every setting runs on tuning seeds, and the setting with the
 * best mean of the sweep's objective is judged on fresh seeds. So the choice causes no bias:
 * results used to choose a setting are not used to judge it (Cawley and Talbot, JMLR 11, 2010).
 *
 * @param settings the arm's cells, at least one; with those that are tried only at an edge
 * @param objective the metric that ranks the settings
 * @param minimize whether lower is better
 * @param seeds tuning seeds per setting, at least 1; all arms of a table spend equally many trials
 * @param widening which settings are tried first, and when others follow; empty if all are tried
 */
public record Tuning(
    List<Configuration> settings,
    String objective,
    boolean minimize,
    int seeds,
    Optional<Widening> widening) {

  /** The number of the first tuning seed. Fresh seeds count from 0 and stay far below it. */
  public static final int FIRST_SEED = 5_000;

  public Tuning {
    settings = List.copyOf(settings);
  }

  /** A tuning that tries all settings. */
  public Tuning(List<Configuration> settings, String objective, boolean minimize, int seeds) {
    this(settings, objective, minimize, seeds, Optional.empty());
  }

  /**
   * The settings that results call for: all, or those within the ranges that they have widened so
   * far. Every setting that has tuning seeds is one of them.
   */
  public Tuning tried(Outcomes outcomes) {
    return widening.map(wider -> wider.reached(outcomes).within(this)).orElse(this);
  }

  /** The tuning that begins: without the settings that are tried only at an edge. */
  public Tuning first() {
    return widening.map(wider -> wider.within(this)).orElse(this);
  }

  /** This tuning, which begins within ranges. */
  public Tuning widenedFrom(Widening ranges) {
    return new Tuning(settings, objective, minimize, seeds, Optional.of(ranges));
  }

  /** This tuning with only these settings. */
  Tuning of(List<Configuration> fewer) {
    return new Tuning(fewer, objective, minimize, seeds);
  }

  /** The keys whose values differ between the settings. */
  SortedSet<String> keys() {
    SortedSet<String> keys = new TreeSet<>();
    for (Configuration setting : settings) {
      setting
          .values()
          .forEach(
              (key, value) -> {
                if (!value.equals(settings.get(0).values().get(key))) {
                  keys.add(key);
                }
              });
    }
    return keys;
  }

  /** The number of trials spent on tuning, if all settings are tried. */
  public int trials() {
    return settings.size() * seeds;
  }

  /** Whether a replicate is a tuning seed. */
  public static boolean isTuning(int replicate) {
    return replicate >= FIRST_SEED;
  }

  /** The best setting, the first of equals; empty until all tuning seeds have ended. */
  public Optional<Configuration> chosen(Outcomes outcomes) {
    return tried(outcomes).best(outcomes);
  }

  private Optional<Configuration> best(Outcomes outcomes) {
    Configuration best = null;
    double least = Double.POSITIVE_INFINITY;
    for (Configuration setting : settings) {
      if (!IntStream.range(0, seeds).allMatch(k -> outcomes.ended(setting, FIRST_SEED + k))) {
        return Optional.empty();
      }
      double loss = loss(setting, outcomes);
      if (best == null || loss < least) {
        best = setting;
        least = loss;
      }
    }
    return Optional.ofNullable(best);
  }

  /**
   * The numbers of the chosen setting beyond which the file lists no others, although no other
   * value of the arm is as good: a better one may lie there.
   *
   * @return by key: whether it is the largest, not the smallest
   */
  public SortedMap<String, Boolean> limits(Outcomes outcomes) {
    SortedMap<String, Boolean> limits = new TreeMap<>();
    Tuning tried = tried(outcomes);
    Optional<Configuration> best = tried.best(outcomes);
    for (String key : best.isPresent() ? keys() : new TreeSet<String>()) {
      OptionalDouble at = Widening.value(best.get(), key);
      if (at.isPresent() && tried.isAlone(best.get(), key, outcomes)) {
        NavigableSet<Double> all = Widening.values(this, key);
        if (all.last().equals(at.getAsDouble())) {
          limits.put(key, true);
        } else if (all.first().equals(at.getAsDouble())) {
          limits.put(key, false);
        }
      }
    }
    return limits;
  }

  /** Whether a setting is better than all that have another value under a key. */
  boolean isAlone(Configuration best, String key, Outcomes outcomes) {
    double loss = loss(best, outcomes);
    return settings.stream()
        .filter(setting -> !Widening.value(setting, key).equals(Widening.value(best, key)))
        .allMatch(setting -> loss < loss(setting, outcomes));
  }

  /**
   * The number of tuning seeds that failed at a setting and so kept it from being chosen: at the
   * others it is better than the chosen setting. A crash would then decide a claim about equal
   * arms, so nothing is judged. 0 if there is no such setting, and until one is chosen.
   */
  int lost(Outcomes outcomes) {
    Tuning tried = tried(outcomes);
    return tried
        .best(outcomes)
        .map(
            chosen ->
                tried.settings.stream()
                    .mapToInt(cell -> lost(cell, chosen, outcomes))
                    .max()
                    .orElse(0))
        .orElse(0);
  }

  private int lost(Configuration setting, Configuration chosen, Outcomes outcomes) {
    int failed = 0;
    double less = 0;
    for (int k = 0; k < seeds; k++) {
      OptionalDouble value = outcomes.value(setting, FIRST_SEED + k, objective);
      OptionalDouble chosenValue = outcomes.value(chosen, FIRST_SEED + k, objective);
      failed += value.isEmpty() ? 1 : 0;
      if (value.isPresent() && chosenValue.isPresent()) {
        less += value.getAsDouble() - chosenValue.getAsDouble();
      }
    }
    return (minimize ? less : -less) < 0 ? failed : 0;
  }

  /** The mean over the tuning seeds, lower is better; a failed seed is worse than any number. */
  private double loss(Configuration setting, Outcomes outcomes) {
    double sum = 0;
    for (int k = 0; k < seeds; k++) {
      OptionalDouble value = outcomes.value(setting, FIRST_SEED + k, objective);
      sum +=
          value.isEmpty()
              ? Double.POSITIVE_INFINITY
              : minimize ? value.getAsDouble() : -value.getAsDouble();
    }
    return sum / seeds;
  }

  /**
   * How far the arms of a table are tuned. Tuning begins within ranges. If an arm's best value lies
   * at the end of a range and the file has values beyond, every arm tries the next of them. So no
   * arm is judged at an edge that others had not reached, and the file's values are the limit.
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
          .allMatch(range -> value(cell, range.getKey()).stream().allMatch(range.getValue()::has));
    }

    /** The ranges that results have widened so far. */
    Widening reached(Outcomes outcomes) {
      SortedMap<String, Range> next = widened(outcomes);
      return next.equals(ranges) ? this : new Widening(next, arms).reached(outcomes);
    }

    /**
     * These ranges, each with the next values at its edges; the same until all arms have chosen.
     */
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
          .filter(entry -> entry.getKey().equals(key) || entry.getKey().endsWith("." + key))
          .flatMap(entry -> Numbers.real(entry.getValue()).stream())
          .mapToDouble(Double::doubleValue)
          .findFirst();
    }

    /** The ranges in words: {@code train.learning-rate from 0.001 to 0.003}. */
    @Override
    public String toString() {
      return ranges.entrySet().stream()
          .map(
              entry ->
                  "%s from %s to %s"
                      .formatted(
                          entry.getKey(),
                          Numbers.canonical(entry.getValue().low()),
                          Numbers.canonical(entry.getValue().high())))
          .collect(Collectors.joining(", "));
    }
  }
}
