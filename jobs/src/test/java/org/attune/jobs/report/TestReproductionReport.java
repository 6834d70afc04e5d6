package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.claim.Verdict;
import org.junit.jupiter.api.Test;

/** The words of a verdict. */
class TestReproductionReport {

  @Test
  void anEffectThatMayBeNoneIsNotCalledSmallerAlone() {
    assertThat(verdict(0.01, 0.05)).isEqualTo("smaller");
    assertThat(verdict(-0.03, 0.05)).isEqualTo("smaller, or none");
  }

  private static String verdict(double low, double high) {
    Measure gate = measure("gate");
    Claim claim =
        new Claim(
            "it helps",
            gate,
            Relation.BELOW,
            new Reference.OfCell(measure("none"), 1),
            0.1,
            new Outcome.Value(),
            "",
            "");
    return ReproductionReport.verdict(
        new Finding(
            claim,
            Verdict.SMALLER,
            5,
            0.01,
            0.01,
            new Finding.Effect.Difference(5, 0, (low + high) / 2, low, high, Finding.Test.MEANS),
            OptionalInt.empty()),
        OptionalDouble.empty());
  }

  private static Measure measure(String cell) {
    return new Measure(cell, new Configuration(Map.of("cell", cell)), "loss");
  }
}
