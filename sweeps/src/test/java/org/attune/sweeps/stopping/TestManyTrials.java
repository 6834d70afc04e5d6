package org.attune.sweeps.stopping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.attune.api.catalog.Chosen;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Settings;
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.api.stopping.StoppingKind;
import org.attune.api.stopping.StoppingRule;
import org.attune.api.stopping.Verdict;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.ThreadTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules that compare trials decide as their definitions say, and at little cost. */
class TestManyTrials {

  private static final Configuration CELL = Configuration.of(SampleCatalog.TREE, Map.of());

  private static Trial trial(int index) {
    return new Trial("t" + index, index, CELL, 0, 1);
  }

  private static StoppingRule rule(String name, Objective.Goal goal, Map<String, String> settings) {
    StoppingKind kind =
        StoppingRules.all().stream().filter(k -> k.name().equals(name)).findFirst().orElseThrow();
    return StoppingRules.begin(
        new Chosen(name, Settings.of(kind, settings)),
        new Objective("loss", goal),
        StoppingKind.Lengths.UNKNOWN);
  }

  /** The median rule as its paper has it: every curve is looked at for every report. */
  private static final class PlainMedian {
    private final Objective objective;
    private final Map<Integer, TreeMap<Long, Double>> means = new HashMap<>();
    private final Map<Integer, List<Double>> values = new HashMap<>();
    private final Map<Integer, Integer> attempts = new HashMap<>();

    PlainMedian(Objective objective) {
      this.objective = objective;
    }

    boolean stops(int trial, int attempt, long step, double value, int minTrials) {
      if (!Objects.equals(attempts.put(trial, attempt), attempt)) {
        means.put(trial, new TreeMap<>());
        values.put(trial, new ArrayList<>());
      }
      List<Double> own = values.get(trial);
      if (Double.isFinite(value)) {
        own.add(value);
        double sum = 0;
        for (double one : own) {
          sum += one;
        }
        means.get(trial).put(step, sum / own.size());
      }
      double best = Double.NaN;
      for (double one : own) {
        best = objective.better(one, best) ? one : best;
      }
      double[] others =
          means.entrySet().stream()
              .filter(of -> of.getKey() != trial && !of.getValue().isEmpty())
              .map(Map.Entry::getValue)
              .filter(of -> of.lastKey() >= step && of.floorEntry(step) != null)
              .mapToDouble(of -> of.floorEntry(step).getValue())
              .sorted()
              .toArray();
      return others.length >= minTrials
          && objective.better(
              (others[(others.length - 1) / 2] + others[others.length / 2]) / 2, best);
    }
  }

  @ParameterizedTest
  @CsvSource({"MINIMIZE, 1", "MINIMIZE, 10", "MAXIMIZE, 3"})
  void theMedianIsThatOfAllOthers(Objective.Goal goal, int raster) {
    StoppingRule rule = rule("median", goal, Map.of("min-trials", "2"));
    PlainMedian plain = new PlainMedian(new Objective("loss", goal));
    Random random = new Random(raster);
    long[] at = new long[40];
    int[] attempts = new int[40];
    Arrays.fill(attempts, 1);
    int stops = 0;
    for (int i = 0; i < 4_000; i++) {
      int trial = random.nextInt(at.length);
      if (random.nextInt(200) == 0) { // its executor was lost
        attempts[trial]++;
        at[trial] = 0;
      }
      at[trial] += (long) raster * (1 + random.nextInt(raster == 1 ? 20 : 2));
      double value =
          random.nextInt(20) == 0
              ? Double.NaN
              : random.nextInt(6) + trial / 4.0 + Math.exp(-at[trial] / 50.0);

      boolean stopped =
          rule.report(trial(trial), attempts[trial], at[trial], value) instanceof Verdict.Stop;

      assertThat(stopped)
          .as("report %d", i)
          .isEqualTo(plain.stops(trial, attempts[trial], at[trial], value, 2));
      stops += stopped ? 1 : 0;
    }
    assertThat(stops).isBetween(200, 3_800);
  }

  @ParameterizedTest
  @CsvSource({"MINIMIZE, 2", "MINIMIZE, 3", "MAXIMIZE, 4"})
  void aRungKnowsTheBestOfThoseThatCameToIt(Objective.Goal goal, int reduction) {
    Objective objective = new Objective("loss", goal);
    Rungs rungs = new Rungs(objective, List.of(1L), reduction);
    List<Double> reached = new ArrayList<>();
    Random random = new Random(reduction);
    for (int i = 0; i < 2_000; i++) {
      double value = random.nextInt(30) == 0 ? Double.NaN : random.nextInt(50);
      reached.add(value);
      long better = reached.stream().filter(other -> objective.better(other, value)).count();
      boolean goesOn =
          !Double.isNaN(value)
              && (reached.size() < reduction || better < Math.max(1, reached.size() / reduction));

      assertThat(rungs.report(trial(i), 1, value).isEmpty()).as("report %d", i).isEqualTo(goesOn);
    }
  }

  /**
   * Were each trial compared with every other at each report, these would be 80 billion looks at a
   * curve, and for the rungs 15 billion at a value: hours, and a minute.
   */
  @Test
  void aHundredThousandTrialsAreJudgedInSeconds() {
    StoppingRule median = rule("median", Objective.Goal.MINIMIZE, Map.of());
    StoppingRule asha = rule("asha", Objective.Goal.MINIMIZE, Map.of("min-steps", "1"));
    Random random = new Random(1);
    int stopped = 0;
    long since = ThreadTime.nanos();
    for (int i = 0; i < 100_000; i++) {
      Trial trial = trial(i);
      for (int step = 1; step <= 8; step++) {
        double value = random.nextDouble() + 1.0 / step;
        stopped += median.report(trial, 1, step, value) instanceof Verdict.Stop ? 1 : 0;
        stopped += asha.report(trial, 1, step, value) instanceof Verdict.Stop ? 1 : 0;
      }
    }
    assertThat(stopped).isGreaterThan(100_000);
    assertThat(ThreadTime.nanos() - since).isLessThan(TimeUnit.MINUTES.toNanos(1));
  }
}
