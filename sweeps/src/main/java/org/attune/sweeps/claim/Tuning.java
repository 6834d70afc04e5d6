package org.attune.sweeps.claim;

import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;

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
    return widening.map(of -> of.reached(outcomes).within(this)).orElse(this);
  }

  /** The tuning that begins: without the settings that are tried only at an edge. */
  public Tuning first() {
    return widening.map(of -> of.within(this)).orElse(this);
  }

  /** This tuning, which begins within ranges. */
  public Tuning widenedFrom(Widening ranges) {
    return new Tuning(settings, objective, minimize, seeds, Optional.of(ranges));
  }

  /** This tuning with fewer settings, all of which are tried. */
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
    chosen(outcomes)
        .ifPresent(
            best -> {
              for (String key : keys()) {
                OptionalDouble at = Widening.value(best, key);
                NavigableSet<Double> all = Widening.values(this, key);
                if (at.isPresent() && tried(outcomes).isAlone(best, key, outcomes)) {
                  if (all.last().equals(at.getAsDouble())) {
                    limits.put(key, true);
                  } else if (all.first().equals(at.getAsDouble())) {
                    limits.put(key, false);
                  }
                }
              }
            });
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
    return chosen(outcomes)
        .map(
            chosen ->
                tried(outcomes).settings.stream()
                    .mapToInt(of -> lost(of, chosen, outcomes))
                    .max()
                    .orElse(0))
        .orElse(0);
  }

  private int lost(Configuration setting, Configuration chosen, Outcomes outcomes) {
    int failed = 0;
    double less = 0;
    for (int k = 0; k < seeds; k++) {
      OptionalDouble here = outcomes.value(setting, FIRST_SEED + k, objective);
      OptionalDouble there = outcomes.value(chosen, FIRST_SEED + k, objective);
      failed += here.isEmpty() ? 1 : 0;
      if (here.isPresent() && there.isPresent()) {
        less += here.getAsDouble() - there.getAsDouble();
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
}
