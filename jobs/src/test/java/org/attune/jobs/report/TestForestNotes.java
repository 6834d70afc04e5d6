package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.ValidSweep;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What importances after a search say, where no share has a test. */
class TestForestNotes {

  @TempDir Path folder;

  /** The rate does all, the width nothing: 99 and 0 beside an empty p would say neither. */
  @Test
  void afterASearchSharesStandBesideChance() throws Exception {
    SweepSpec spec =
        ValidSweep.read(
            """
            sweep: searched
            task: text
            train: {steps: 20}
            axes:
              model.width: [16, 32, 48, 64, 80]
              train.learning-rate: {log-uniform: [1e-4, 1e-1]}
            search: {method: auto, trials: 40}
            objective: {metric: validation_loss, goal: minimize}
            """);
    Random random = new Random(5);
    try (RecordedSweep sweep = RecordedSweep.in(folder, SpecHeader.of(spec, 40, 1, Map.of()))) {
      for (int i = 0; i < 40; i++) {
        double exponent = -4 + 3 * random.nextDouble();
        Map<String, String> cell = new HashMap<>();
        cell.put("train.learning-rate", String.valueOf(Math.pow(10, exponent)));
        cell.put("model.width", String.valueOf(16 + 16 * random.nextInt(5)));
        double loss = 2 + Math.pow(exponent + 2.5, 2) + .02 * random.nextGaussian();
        sweep.finished(cell, 0, Map.of("validation_loss", loss));
      }
      sweep.completed();
    }

    String text = Printed.attune("analyze", folder);
    assertThat(text)
        .containsPattern("train.learning-rate +\\d\\d %\n")
        .containsPattern("model.width +within chance\n")
        .contains(
            "The search tried more values where results were good, so no share is tested.",
            "within chance: shuffled copies of the axes, which do nothing, have up to ",
            "train.learning-rate alone makes nearly all of the spread")
        .doesNotContain("p (adjusted)");
    JsonNode json = new ObjectMapper().readTree(Printed.attune("analyze", folder, "--json"));
    assertThat(json.at("/importances/model.width").asDouble(-1)).isZero();
    assertThat(json.at("/importances/train.learning-rate").asDouble()).isGreaterThan(.5);
    assertThat(json.at("/forest/chance").asDouble()).isBetween(.01, .9);
    assertThat(json.at("/forest/notes")).hasSize(3);
  }
}
