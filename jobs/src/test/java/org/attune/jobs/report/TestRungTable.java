package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.ValidSweep;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code analyze} says of axes at the step at which most trials were stopped. */
class TestRungTable {

  @TempDir Path folder;

  /** The rate decides who is stopped at step 10; those that went on hardly differ in it. */
  @Test
  void theFirstRungSaysWhichAxisMattersOfTrialsThatWereStoppedToo() throws Exception {
    Path directory = folder.resolve("stopped");
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(directory, "stopped", loss)) {
      for (int i = 0; i < 24; i++) {
        Map<String, String> cell = new HashMap<>();
        cell.put("rate", String.valueOf(i));
        cell.put("width", String.valueOf(8 + i * 7 % 5));
        double early = 1 + .1 * i;
        double late = .5 + .01 * (i * 7 % 5);
        if (i < 8) {
          sweep.finished(cell, 0, Map.of("validation_loss", late), early, late);
        } else {
          sweep.stopped(cell, 0, Map.of("validation_loss", early), early);
        }
      }
      sweep.completed();
    }

    String text = Printed.attune("analyze", directory);
    JsonNode json = new ObjectMapper().readTree(Printed.attune("analyze", directory, "--json"));

    assertThat(text)
        .containsPattern(
            "importances by rung\naxis +step 10 +finished\ntrials +24 +8\npredicted of unseen"
                + " cells +\\d+ %\\s*\nrate +\\d+ %\\s*\nwidth +within chance\\s*\n")
        .contains(
            "At step 10 no trial had been stopped, so no axis looks idle because its bad values are"
                + " gone. Later columns have only the trials that went on.\n")
        .contains(
            "What matters at step 10 need not matter at the end: of the 8 trials that finished, the"
                + " ranks at both have a correlation of ")
        .containsPattern(
            "a correlation of -?0\\.\\d\\d, as they may have by chance \\(p \\.\\d+\\)\\.\n");
    assertThat(json.path("rungs")).hasSize(1);
    assertThat(json.path("rungs").get(0).path("trials").asInt()).isEqualTo(24);
    assertThat(json.path("rungs").get(0).path("forest").path("axes").get(0).path("axis").asText())
        .isEqualTo("rate");
  }

  /** Squares of such losses are infinite, so a share of their variance is not a number. */
  @Test
  void hugeLossesAtARungGiveNoShareThatIsNoNumber() throws Exception {
    Path directory = folder.resolve("huge");
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(directory, "huge", loss)) {
      for (int i = 0; i < 24; i++) {
        Map<String, String> cell = new HashMap<>();
        cell.put("rate", String.valueOf(i));
        cell.put("width", String.valueOf(8 + i * 7 % 5));
        double early = i < 12 ? 1 + .1 * i : 1e200 * i;
        if (i < 12) {
          sweep.finished(cell, 0, Map.of("validation_loss", .5 + .01 * i), early, .5 + .01 * i);
        } else {
          sweep.stopped(cell, 0, Map.of("validation_loss", early), early);
        }
      }
      sweep.completed();
    }

    assertThat(Printed.attune("analyze", directory)).doesNotContain("NaN %");
  }

  /** A gate that is better at each usual rate is not called idle without a word on the third. */
  @Test
  void aValueThatMakesTheWholeSpreadIsSaidToHideTheOthers() throws Exception {
    Path directory = folder.resolve("far");
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(directory, "far", loss)) {
      for (String rate : new String[] {"0.003", "0.03", "10"}) {
        for (int seed = 0; seed < 4; seed++) {
          for (String gate : new String[] {"none", "learned"}) {
            double usual = (gate.equals("none") ? 2 : 1.7) + seed / 50.0;
            double value = rate.equals("10") ? 1000 + 300 * ((seed * 7) % 4) : usual;
            sweep.finished(
                Map.of("attention.gate", gate, "train.learning-rate", rate),
                seed,
                Map.of("validation_loss", value));
          }
        }
      }
      sweep.completed();
    }

    assertThat(Printed.attune("analyze", directory))
        .contains(
            "Nearly all of the spread comes from 8 trials at train.learning-rate=10: the standard"
                + " deviation is ",
            "to test axes, leave 10 out in a new sweep.");
  }

  /** Where results chose the cells, a table of shares without a test would be a second answer. */
  @Test
  void aSearchHasOneAnswerToWhichAxisMatters() throws Exception {
    Path directory = folder.resolve("searched");
    SweepSpec spec =
        ValidSweep.read(
            """
            sweep: searched
            task: text
            train: {steps: 20}
            axes:
              model.width: [16, 32, 48, 64, 80]
              model.layers: {range: [1, 24]}
            search: {method: tpe, trials: 24}
            stop: {asha: {min-steps: 10}}
            objective: {metric: validation_loss, goal: minimize}
            """);
    try (RecordedSweep sweep = RecordedSweep.in(directory, SpecHeader.of(spec, 24, 1, Map.of()))) {
      for (int i = 0; i < 24; i++) {
        Map<String, String> cell = new HashMap<>();
        cell.put("model.layers", String.valueOf(i + 1));
        cell.put("model.width", String.valueOf(16 + 16 * (i * 7 % 5)));
        double early = 1 + .1 * i;
        if (i < 8) {
          double late = .5 + .01 * (i * 7 % 5);
          sweep.finished(cell, 0, Map.of("validation_loss", late), early, late);
        } else {
          sweep.stopped(cell, 0, Map.of("validation_loss", early), early);
        }
      }
      sweep.completed();
    }

    assertThat(Printed.attune("analyze", directory))
        .containsOnlyOnce("\nimportances of the trials that finished: ")
        .containsOnlyOnce("\nimportances by rung\n")
        .doesNotContainPattern("axis +share +F");
  }
}
