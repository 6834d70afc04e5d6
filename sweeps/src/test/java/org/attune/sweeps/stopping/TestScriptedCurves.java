package org.attune.sweeps.stopping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.sweeps.stopping.PlayedCurves.rule;
import static org.attune.sweeps.stopping.PlayedCurves.trial;

import java.util.Map;
import java.util.Random;
import org.attune.api.search.Trial;
import org.attune.api.stopping.StoppingRule;
import org.attune.api.stopping.Verdict;
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

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void ashaFindsTheSameBestInAThirdOfTheSteps(long seed) {
    PlayedCurves.Outcome full = played(seed).run();
    PlayedCurves.Outcome asha =
        played(seed).run(rule("asha", STEPS, Map.of("min-steps", "90", "reduction", "3")));

    assertThat(asha.best()).isLessThanOrEqualTo(full.best() + 0.03);
    assertThat(asha.steps()).isLessThanOrEqualTo(full.steps() * 35 / 100);
    assertThat(asha.finished()).isLessThan(full.finished());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void hyperbandFindsTheSameBestInTwoFifthsOfTheSteps(long seed) {
    PlayedCurves.Outcome full = played(seed).run();
    PlayedCurves.Outcome hyperband =
        played(seed)
            .run(
                rule(
                    "hyperband",
                    STEPS,
                    Map.of("min-steps", "30", "reduction", "3", "brackets", "4")));

    assertThat(hyperband.best()).isLessThanOrEqualTo(full.best() + 0.03);
    assertThat(hyperband.steps()).isLessThanOrEqualTo(full.steps() * 40 / 100);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void medianLosesLittleAndSavesSome(long seed) {
    PlayedCurves.Outcome full = played(seed).run();
    PlayedCurves.Outcome median =
        played(seed).run(rule("median", STEPS, Map.of("min-steps", "100")));

    assertThat(median.best()).isLessThanOrEqualTo(full.best() + 0.03);
    assertThat(median.steps()).isLessThanOrEqualTo(full.steps() * 85 / 100);
  }

  @Test
  void whatIsNotANumberAtARungEndsThere() {
    StoppingRule asha = rule("asha", STEPS, Map.of("min-steps", "10"));

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
    StoppingRule asha = rule("asha", STEPS, Map.of("min-steps", "10", "reduction", "2"));
    asha.report(trial(0), 1, 10, 5);
    asha.report(trial(1), 1, 10, 1);
    asha.report(trial(2), 1, 10, 1);

    assertThat(asha.report(trial(0), 2, 10, 5)).isEqualTo(Verdict.GO_ON);
    assertThat(asha.report(trial(3), 1, 10, 5)).isInstanceOf(Verdict.Stop.class);
  }

  @Test
  void aTrialThatCarriesAnotherOnIsNotJudgedWhereTheOtherWas() {
    StoppingRule asha = rule("asha", STEPS, Map.of("min-steps", "10", "reduction", "2"));
    asha.report(trial(0), 1, 10, 5);
    asha.report(trial(1).from(new Trial.Origin(trial(0).id(), 10)), 1, 15, 1);

    // Of the two that came to step 10 it is the better one; the loss of 1 was measured at 15.
    assertThat(asha.report(trial(2), 1, 10, 4)).isEqualTo(Verdict.GO_ON);
  }

  @Test
  void divergenceEndsWhatIsNotANumberOrPastTheBound() {
    StoppingRule rule = rule("divergence", STEPS, Map.of("bound", "10", "reports", "2"));

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
    StoppingRule rule = rule("median", STEPS, Map.of("min-trials", "2"));
    for (int i = 0; i < 2; i++) {
      rule.report(trial(i), 1, 10, 4 + i);
      rule.report(trial(i), 1, 20, 0);
    }

    assertThat(rule.report(trial(2), 1, 10, 4.4)).isEqualTo(Verdict.GO_ON);
    assertThat(rule.report(trial(3), 1, 10, 4.6)).isInstanceOf(Verdict.Stop.class);
    assertThat(rule.report(trial(4), 1, 10, Double.NaN)).isInstanceOf(Verdict.Stop.class);
  }

  private static PlayedCurves played(long seed) {
    return new PlayedCurves(curves(seed), EVERY, SLOTS);
  }
}
