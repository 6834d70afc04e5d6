package org.attune.sweeps.stopping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.catalog.Choosable;
import org.attune.sweeps.catalog.Chosen;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.catalog.Settings;
import org.attune.sweeps.search.Objective;
import org.attune.sweeps.search.Trial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Learning curves by a formula, eight at a time: what rules save and what they lose. */
class TestScriptedCurves {

  private static final int TRIALS = 81;
  private static final int SLOTS = 8;
  private static final int STEPS = 810;
  private static final int EVERY = 10;

  /** Loss by trial and report: an asymptote, a speed, noise; some cross, some diverge. */
  private static double[][] curves(long seed) {
    Random random = new Random(seed);
    double[][] curves = new double[TRIALS][STEPS / EVERY];
    for (double[] curve : curves) {
      double end = random.nextDouble();
      double speed = 30 + 20 * random.nextDouble();
      boolean diverges = random.nextInt(10) == 0;
      for (int i = 0; i < curve.length; i++) {
        double step = (i + 1) * EVERY;
        double loss = end + 2 * Math.exp(-step / speed) + 0.01 * random.nextGaussian();
        curve[i] = diverges && step > 200 ? Double.NaN : loss;
      }
    }
    return curves;
  }

  private record Outcome(double best, long steps, int finished) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void ashaFindsTheSameBestInAThirdOfTheSteps(long seed) {
    Outcome full = run(new Never(), seed);
    Outcome asha = run(rule("asha", Map.of("min-steps", "90", "reduction", "3")), seed);

    assertThat(asha.best).isLessThanOrEqualTo(full.best + 0.03);
    assertThat(asha.steps).isLessThanOrEqualTo(full.steps * 35 / 100);
    assertThat(asha.finished).isLessThan(full.finished);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void hyperbandFindsTheSameBestInAThirdOfTheSteps(long seed) {
    Outcome full = run(new Never(), seed);
    Outcome hyperband =
        run(rule("hyperband", Map.of("min-steps", "45", "reduction", "3", "brackets", "2")), seed);

    assertThat(hyperband.best).isLessThanOrEqualTo(full.best + 0.03);
    assertThat(hyperband.steps).isLessThanOrEqualTo(full.steps * 35 / 100);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void medianLosesLittleAndSavesSome(long seed) {
    Outcome full = run(new Never(), seed);
    Outcome median = run(rule("median", Map.of("min-steps", "100")), seed);

    assertThat(median.best).isLessThanOrEqualTo(full.best + 0.03);
    assertThat(median.steps).isLessThanOrEqualTo(full.steps * 85 / 100);
  }

  @Test
  void whatIsNotANumberAtARungEndsThere() {
    StoppingRule asha = rule("asha", Map.of("min-steps", "10"));

    assertThat(asha.report(trial(0), 1, 9, Double.NaN)).isEqualTo(Verdict.GO_ON);
    assertThat(asha.report(trial(0), 1, 10, Double.NaN))
        .isEqualTo(new Verdict.Stop("loss was not a number at step 10"));
    // It is no one's rival: the next three are the best, the second and the third of those seen.
    assertThat(asha.report(trial(1), 1, 10, 3)).isEqualTo(Verdict.GO_ON);
    assertThat(asha.report(trial(2), 1, 10, 4))
        .isEqualTo(new Verdict.Stop("loss was not among the best 1 of 3 at step 10"));
    assertThat(asha.report(trial(3), 1, 10, 2)).isEqualTo(Verdict.GO_ON);
  }

  @Test
  void aFurtherAttemptIsNotJudgedTwiceAtARung() {
    StoppingRule asha = rule("asha", Map.of("min-steps", "10", "reduction", "2"));
    asha.report(trial(0), 1, 10, 5);
    asha.report(trial(1), 1, 10, 1);
    asha.report(trial(2), 1, 10, 1);

    assertThat(asha.report(trial(0), 2, 10, 5)).isEqualTo(Verdict.GO_ON);
    assertThat(asha.report(trial(3), 1, 10, 5)).isInstanceOf(Verdict.Stop.class);
  }

  @Test
  void divergenceEndsWhatIsNotANumberOrPastTheBound() {
    StoppingRule rule = rule("divergence", Map.of("bound", "10", "reports", "2"));

    assertThat(rule.report(trial(0), 1, 1, 11)).isEqualTo(Verdict.GO_ON);
    assertThat(rule.report(trial(0), 1, 2, 9)).isEqualTo(Verdict.GO_ON);
    assertThat(rule.report(trial(0), 1, 3, Double.NaN)).isEqualTo(Verdict.GO_ON);
    assertThat(rule.report(trial(0), 1, 4, Double.POSITIVE_INFINITY))
        .isEqualTo(new Verdict.Stop("loss diverged: Infinity at step 4"));
    assertThat(rule.report(trial(1), 1, 1, Double.NaN)).isEqualTo(Verdict.GO_ON);
    assertThat(rule.report(trial(1), 2, 1, Double.NaN)).isEqualTo(Verdict.GO_ON);
  }

  @Test
  void medianComparesAtTheSameStepAndWaitsForOthers() {
    StoppingRule rule = rule("median", Map.of("min-trials", "2"));
    for (int i = 0; i < 2; i++) {
      rule.report(trial(i), 1, 10, 4 + i);
      rule.report(trial(i), 1, 20, 0);
    }

    assertThat(rule.report(trial(2), 1, 10, 4.4)).isEqualTo(Verdict.GO_ON);
    assertThat(rule.report(trial(3), 1, 10, 4.6)).isInstanceOf(Verdict.Stop.class);
    assertThat(rule.report(trial(4), 1, 10, Double.NaN)).isInstanceOf(Verdict.Stop.class);
  }

  /** Runs all trials, so many at a time, each reporting in turn. */
  private static Outcome run(StoppingRule rule, long seed) {
    double[][] curves = curves(seed);
    List<Integer> running = new ArrayList<>();
    int[] at = new int[TRIALS];
    int next = 0;
    long steps = 0;
    int finished = 0;
    double best = Double.POSITIVE_INFINITY;
    while (next < TRIALS || !running.isEmpty()) {
      while (running.size() < SLOTS && next < TRIALS) {
        running.add(next++);
      }
      for (Integer trial : List.copyOf(running)) {
        double value = curves[trial][at[trial]++];
        steps += EVERY;
        boolean stopped =
            rule.report(trial(trial), 1, (long) at[trial] * EVERY, value) instanceof Verdict.Stop;
        boolean done = at[trial] == STEPS / EVERY;
        if (done && !Double.isNaN(value)) {
          best = Math.min(best, value);
        }
        finished += done ? 1 : 0;
        if (stopped || done) {
          running.remove(trial);
        }
      }
    }
    return new Outcome(best, steps, finished);
  }

  /** Ends nothing. */
  private static final class Never implements StoppingRule {
    @Override
    public String metric() {
      return "loss";
    }

    @Override
    public Verdict report(Trial trial, int attempt, long step, double value) {
      return Verdict.GO_ON;
    }
  }

  private static Trial trial(int index) {
    Map<String, String> cell = new TreeMap<>(Map.of("train.steps", Integer.toString(index + 1)));
    return Trial.of(index, Configuration.of(SampleCatalog.TREE, cell), 0, 7);
  }

  private static StoppingRule rule(String name, Map<String, String> settings) {
    StoppingKind kind = Choosable.find(StoppingRules.all(), name).orElseThrow();
    return StoppingRules.begin(
        new Chosen(name, Settings.of(kind, settings)),
        new Objective("loss", Objective.Goal.MINIMIZE));
  }
}
