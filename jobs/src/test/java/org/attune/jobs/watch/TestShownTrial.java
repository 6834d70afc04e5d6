package org.attune.jobs.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.sweep.Sweeps;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attune status --trial}: all of one trial, in one place. */
class TestShownTrial {

  @TempDir Path folder;
  private String directory;
  private String id;

  @BeforeEach
  void twoTrials() throws Exception {
    directory = folder.resolve("gates").toString();
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(folder.resolve("gates"), "gates", loss)) {
      double[] curve = IntStream.range(0, 21).mapToDouble(i -> 3 - i / 10.0).toArray();
      sweep.finished(
          Map.of("gate", "learned", "width", "64"),
          3,
          Map.of("accuracy", .5, "validation_loss", 1.0, "sealed_loss", 7.25),
          curve);
      sweep.finished(Map.of("gate", "none", "width", "64"), 3, Map.of("validation_loss", 2.0));
      sweep.completed();
    }
    id = Sweeps.read(directory).trials().get(0).trial().id();
  }

  @Test
  void aTrialIsShownWithMetricsCurveSettingAndWhatToDoNext() throws Exception {
    String shown = Printed.attune("status", directory, "--trial", id.substring(0, 6));

    assertThat(shown)
        .startsWith(
            "gate=learned, replicate 3: finished\ntrial %s, replicate 3, seed ".formatted(id))
        .containsPattern("attempt 1 on host, from [0-9T:-]+Z: finished after 210 steps, 3 s")
        .containsPattern("(?s)metric +value *\nvalidation_loss +1\n?.*accuracy +0.5")
        .containsPattern("(?s)step +validation_loss *\n +10 +3 *\n +30 +2.8 *\n.* 210 +1 *\n")
        .containsPattern("setting +value *\ngate +learned *\nwidth +64 *\n")
        .contains("  ./attune rerun %s --trial %s ".formatted(directory, id))
        .contains("--curves validation_loss --trials %s --to curve.svg".formatted(id))
        .doesNotContain("7.25");
    assertThat(Printed.attune("best", directory))
        .endsWith("the whole trial: ./attune status %s --trial %s%n".formatted(directory, id));
    assertThat(Printed.of("best", directory, "--trial", id).error())
        .contains("To see a trial: ./attune status %s --trial %s".formatted(directory, id));
  }

  @Test
  void itsJsonHasTheWholeCurve() throws Exception {
    JsonNode trial =
        new ObjectMapper().readTree(Printed.attune("status", directory, "--trial", id, "--json"));

    assertThat(trial.path("trial_id").asText()).isEqualTo(id);
    assertThat(trial.path("params").path("gate").asText()).isEqualTo("learned");
    assertThat(trial.path("curves").path("validation_loss")).hasSize(21);
  }

  @Test
  void aNoteOnATrialStandsBesideIt() throws Exception {
    Printed.attune("note", directory, "of the sweep");
    assertThat(Printed.attune("note", directory, "--trial", id.substring(0, 6), "odd kink #look"))
        .contains("Z trial " + id + ": odd kink #look")
        .doesNotContain("of the sweep");

    assertThat(Printed.attune("status", directory, "--trial", id)).contains("odd kink #look");
    assertThat(Printed.attune("note", directory)).contains("odd kink", "of the sweep");
    assertThat(Printed.attune("list", "runs", folder, "--with", "#look")).contains("gates");
    assertThat(Printed.of("note", directory, "--trial", "zz", "x").error())
        .contains("has no trial 'zz'");
  }
}
