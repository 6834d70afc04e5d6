package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.analysis.PredictedClaims;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Ladder;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.claim.StatedEffect;
import org.attune.sweeps.statistics.Looks;
import org.attune.sweeps.verdict.Reproduction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a page says of claims at the paper's size. */
class TestPredictedText {

  private static final Objective LOSS = new Objective("validation_loss", Objective.Goal.MINIMIZE);
  private static final double[] NOISE = {0.000, 0.003, -0.002, 0.001, -0.003, 0.002};

  @TempDir Path folder;

  @Test
  void theSecondVerdictStandsBesideTheFirstWithItsInterval() throws Exception {
    PredictedText text = text(.02, .04, .06);

    assertThat(text.markdown("gates-ladder.svg", "[%s]"::formatted))
        .startsWith("\n### at the paper's size, as predicted\n\n![Where the differences lead](")
        .contains(
            "straight lines lead at 25,600 parameters. The sweep [ladder.yaml]"
                + " ran 3 sizes, from 1,600 to 6,400.")
        .contains("| predicted at 25,600 parameters |")
        .containsPattern(
            "\\| a gate helps \\| n/a \\| shown \\| 0.1 \\| 0\\.\\d+ of the distance to the"
                + " floor below \\(0\\.0\\d+ to 0\\.1\\d+\\) \\| gate=learned beside gate=none"
                + " \\| 6 \\| 4 times \\|");
    assertThat(text.text())
        .startsWith("\nAs predicted at 25,600 parameters, by the sweep ladder.yaml of 3 sizes")
        .contains("a gate helps");
    assertThat(text.svg().orElseThrow())
        .contains("<svg", "gate=learned beside gate=none,", "if the line goes on");
  }

  @Test
  void ofABendItSaysThatThereIsNoVerdict() throws Exception {
    assertThat(text(.02, .06, .02).markdown("gates-ladder.svg", file -> file))
        .contains("| a gate helps | n/a | none: it bends | 0.1 | n/a |");
  }

  private PredictedText text(double... gains) throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder, "ladder", LOSS)) {
      for (int i = 0; i < gains.length; i++) {
        int width = 16 << i;
        for (int seed = 0; seed < NOISE.length; seed++) {
          for (String gate : new String[] {"none", "learned"}) {
            double gain = gate.equals("none") ? 0 : gains[i] + NOISE[(seed + i) % 6];
            sweep.finished(
                Map.of("attention.gate", gate, "model.width", String.valueOf(width)),
                seed,
                Map.of("validation_loss", 2 + .01 * seed - gain, "parameters", 100.0 * width));
          }
        }
      }
      sweep.completed();
    }
    Ladder ladder =
        new Ladder(
            "ladder.yaml",
            "parameters",
            25_600,
            List.of(new Ladder.Answer("a gate helps", "gate=learned", "gate=none")));
    PredictedClaims claims =
        PredictedClaims.of(ladder, List.of(claim()), Sweeps.read(folder.toString()));
    return new PredictedText(
        claims,
        new Reproduction(
            Layout.of("validation_loss"),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Looks.STANDARD,
            0,
            false,
            Set.of(),
            "",
            .05));
  }

  private static Claim claim() {
    Measure gated = new Measure("gated", new Configuration(Map.of()), "validation_loss");
    Measure plain = new Measure("plain", new Configuration(Map.of()), "validation_loss");
    return new Claim(
        "a gate helps",
        gated,
        Relation.BELOW,
        new Reference.OfCell(plain, 1),
        0,
        Outcome.VALUE,
        "",
        "",
        Optional.empty(),
        Optional.of(StatedEffect.share(.1, new Layout.Floor.OfNumber(1))),
        Optional.empty(),
        Optional.empty());
  }
}
