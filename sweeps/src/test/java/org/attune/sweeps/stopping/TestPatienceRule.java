package org.attune.sweeps.stopping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.attune.api.catalog.Chosen;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Settings;
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.api.stopping.StoppingKind;
import org.attune.api.stopping.StoppingRule;
import org.attune.api.stopping.Verdict;
import org.attune.sweeps.SampleCatalog;
import org.junit.jupiter.api.Test;

class TestPatienceRule {

  private static final Trial TRIAL =
      Trial.of(0, Configuration.of(SampleCatalog.TREE, Map.of()), 0, 7);

  @Test
  void endsATrialAfterSoManyReportsWithoutABetterValue() {
    StoppingRule rule = rule(Map.of("reports", "3"));

    assertThat(stopsAt(rule, 5, 4, 4, 4.5, 4)).isEqualTo(5);
  }

  @Test
  void aBetterValueStartsTheCountAnew() {
    assertThat(stopsAt(rule(Map.of("reports", "2")), 5, 6, 4, 6, 3, 6, 6)).isEqualTo(7);
  }

  @Test
  void aSmallChangeIsNone() {
    assertThat(stopsAt(rule(Map.of("reports", "2", "min-change", "0.5")), 5, 4.9, 4.8))
        .isEqualTo(3);
  }

  @Test
  void waitsForTheFirstSteps() {
    assertThat(stopsAt(rule(Map.of("reports", "1", "min-steps", "4")), 1, 2, 2, 2)).isEqualTo(4);
  }

  @Test
  void whatIsNotANumberCostsPatience() {
    assertThat(stopsAt(rule(Map.of("reports", "2")), 1, Double.NaN, Double.NaN)).isEqualTo(3);
  }

  @Test
  void aFurtherAttemptBeginsAnew() {
    StoppingRule rule = rule(Map.of("reports", "2"));
    rule.report(TRIAL, 1, 1, 1);
    rule.report(TRIAL, 1, 2, 2);

    assertThat(rule.report(TRIAL, 2, 1, 5)).isEqualTo(Verdict.GO_ON);
    assertThat(rule.report(TRIAL, 2, 2, 6)).isEqualTo(Verdict.GO_ON);
    assertThat(rule.report(TRIAL, 2, 3, 6))
        .isEqualTo(new Verdict.Stop("loss was no better for 2 reports"));
  }

  /** The step, from 1, whose value ends the trial; 0 for none. */
  private static int stopsAt(StoppingRule rule, double... values) {
    for (int step = 1; step <= values.length; step++) {
      if (rule.report(TRIAL, 1, step, values[step - 1]) instanceof Verdict.Stop) {
        return step;
      }
    }
    return 0;
  }

  private static StoppingRule rule(Map<String, String> settings) {
    return StoppingRules.begin(
        new Chosen("patience", Settings.of(PatienceRule.KIND, settings)),
        new Objective("loss", Objective.Goal.MINIMIZE),
        StoppingKind.Lengths.UNKNOWN);
  }
}
