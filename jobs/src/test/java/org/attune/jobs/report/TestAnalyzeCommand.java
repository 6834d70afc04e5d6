package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;
import org.attune.jobs.Printed;
import org.attune.jobs.Ran;
import org.attune.jobs.RecordedSweep;
import org.attune.sweeps.event.SweepHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestAnalyzeCommand {

  private static final Objective LOSS = new Objective("loss", Objective.Goal.MINIMIZE);

  @TempDir Path folder;

  /** 36 cells, two seeds: the gate does most, then the rate; the name of the third does nothing. */
  private void grid(double gate, double rate) throws Exception {
    Random random = new Random(3);
    try (RecordedSweep sweep = RecordedSweep.in(folder, "grid", LOSS)) {
      for (String g : List.of("none", "learned", "computed")) {
        for (String r : List.of("0.0001", "0.001", "0.01", "0.1")) {
          for (String n : List.of("a", "b", "c")) {
            for (int seed = 0; seed < 2; seed++) {
              double loss =
                  (g.equals("learned") ? 0 : gate)
                      + rate * Math.abs(Math.log10(Double.parseDouble(r)) + 3)
                      + 0.1 * random.nextGaussian();
              sweep.finished(Map.of("gate", g, "rate", r, "other", n), seed, Map.of("loss", loss));
            }
          }
        }
      }
      sweep.stopped(Map.of("gate", "none", "rate", "1", "other", "a"), 0, Map.of("loss", -99.0));
      sweep.completed();
    }
  }

  @Test
  void ranksKnownEffectsAndLeavesStoppedTrialsOut() throws Exception {
    grid(1, 0.25);

    Ran ran = Ran.attune("analyze", folder.toString(), "--json");
    JsonNode json = new ObjectMapper().readTree(ran.output());

    assertThat(json.get("finished").asInt()).isEqualTo(72);
    assertThat(json.get("left_out").get("stopped").asInt()).isEqualTo(1);
    assertThat(json.get("effect_found").asBoolean()).isTrue();
    assertThat(json.get("effects").findValuesAsText("axes")).hasSize(3);
    assertThat(json.at("/effects/0/axes/0").asText()).isEqualTo("gate");
    assertThat(json.at("/effects/1/axes/0").asText()).isEqualTo("rate");
    assertThat(json.at("/effects/2/shown").asBoolean()).isFalse();
    assertThat(json.at("/importances/gate").asDouble()).isGreaterThan(0.6);
    assertThat(json.at("/importances/rate").asDouble()).isBetween(0.05, 0.4);
    assertThat(json.at("/importances/other").asDouble()).isZero();
    assertThat(json.at("/forest/exact").asBoolean()).isTrue();
    assertThat(json.at("/forest/axes/2/share").asDouble()).isLessThan(0.05);
    assertThat(json.at("/best/varied/gate").asText()).isEqualTo("learned");
    assertThat(json.at("/best/mean").asDouble()).isBetween(-0.3, 0.3);
  }

  @Test
  void saysThatNoiseIsNoise() throws Exception {
    grid(0, 0);

    Ran ran = Ran.attune("analyze", folder.toString());

    assertThat(ran.output())
        .contains(
            "No effect exceeds chance at this number of trials.",
            "within chance",
            "left out: 1 stopped early",
            "1 trial stopped early and left out below: an axis whose bad values were stopped looks"
                + " idle.")
        .doesNotContain("shown\n");
  }

  /**
   * The first things that it says, after the trials: an idle axis is not among those that matter.
   */
  @Test
  void whichAxesMatterIsAnsweredFirst() throws Exception {
    grid(1, 0.25);

    assertThat(Printed.attune("analyze", folder))
        .containsPattern(
            "left out: 1 stopped early\n\nwhich cells differ: no cell is shown to differ;"
                + " \\(gate=none, other=b\\), .* are inconclusive beside \\(gate=none, other=a\\)\n"
                + "which axes matter: gate \\(\\d\\d % of the variance between"
                + " cells\\), rate \\(\\d\\d % of the variance between cells\\); the others are within"
                + " chance; 1 trial stopped early");
    assertThat(Printed.attune("analyze", folder, "--json"))
        .contains("\"which_axes_matter\"", "which axes matter: gate (");
    assertThat(Printed.attune("analyze", "--help")).contains("which axes of a sweep matter");
  }

  @Test
  void ofNoiseNoAxisIsSaidToMatter() throws Exception {
    grid(0, 0);

    assertThat(Printed.attune("analyze", folder))
        .contains("which axes matter: none is shown to by itself at this number of trials");
  }

  /** The heading's count of cells is that of the table below it. */
  @Test
  void settingsOfACellAreCountedApart() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder, "tuned", LOSS)) {
      for (String gate : List.of("none", "fixed", "learned")) {
        for (String rate : List.of("0.001", "0.01")) {
          Map<String, String> cell = Map.of("gate", gate, "train.learning-rate", rate);
          for (int seed = 0; seed < 2; seed++) {
            sweep.finished(cell, seed, Map.of("loss", gate.length() + 0.1 * seed));
          }
        }
      }
      sweep.completed();
    }

    assertThat(Ran.attune("analyze", folder.toString()).output())
        .startsWith(
            "tuned: loss (lower is better) over 12 finished trials, 3 cells in 6 settings, 2"
                + " seeds\n");
  }

  @Test
  void theTableOfPairsCountsFailedSeeds() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder, "failing", LOSS)) {
      for (String gate : List.of("none", "learned")) {
        for (String rate : List.of("0.001", "0.01")) {
          Map<String, String> cell = Map.of("gate", gate, "train.learning-rate", rate);
          for (int seed = 0; seed < 4; seed++) {
            double loss = (gate.equals("none") ? 2 : 1) + 0.01 * seed * seed;
            if (gate.equals("learned") && (seed == 2 || rate.equals("0.01"))) {
              sweep.failed(cell, seed, Cause.DIVERGENCE, "loss is NaN");
            } else {
              sweep.finished(cell, seed, Map.of("loss", loss));
            }
          }
        }
      }
      sweep.completed();
    }
    Ran ran = Ran.attune("analyze", folder.toString());
    JsonNode json =
        new ObjectMapper()
            .readTree(Ran.attune("analyze", folder.toString(), "--json").output())
            .at("/pairs/0");

    assertThat(ran.output())
        .contains("each at its best train.learning-rate (values chosen on the same seeds)")
        .containsPattern(
            "-1\\.?0* +by ranks \\(failed seeds\\) +3, 1 failed; at other tuned values 4 failed .*inconclusive")
        .containsPattern(
            "gate: none - learned +[0-9.]+ \\(by ranks\\) +4 seeds, 4 failed .*4 seeds cannot show it\n")
        .contains(
            "An axis is not tested if more trials failed at some of its values. A comparison with a"
                + " value at which trials failed takes them for the worst, and ranks judge it: its"
                + " difference is of the trials that finished.\n")
        .contains("No axis is tested: more trials failed at some values of each.\n")
        .doesNotContain("is not compared", "No effect exceeds chance");
    assertThat(json.get("n").asInt()).isEqualTo(3);
    assertThat(json.get("failed").asInt()).isEqualTo(1);
    assertThat(json.get("failed_elsewhere").asInt()).isEqualTo(4);
    assertThat(json.get("low").isNull()).isTrue();
    assertThat(json.get("verdict").asText()).isEqualTo("inconclusive");
  }

  @Test
  void aCellWithoutItsControlsSettingsIsNamed() throws Exception {
    widths("96", "8");
    Ran ran = Ran.attune("analyze", folder.toString());
    JsonNode json =
        new ObjectMapper().readTree(Ran.attune("analyze", folder.toString(), "--json").output());

    assertThat(ran.output())
        .contains(
            "each difference is at feed-forward=8\n",
            "not compared: gate=learned (no value of feed-forward in common with gate=none)\n")
        .containsPattern("gate=computed +gate=none +-1.99");
    assertThat(json.at("/pairs_where").asText()).isEqualTo("at feed-forward=8");
    assertThat(json.at("/not_compared/0").asText()).startsWith("not compared: gate=learned");
  }

  @Test
  void aTableWithoutRowsNamesItsCells() throws Exception {
    widths("96", "104");

    assertThat(Ran.attune("analyze", folder.toString()).output())
        .contains(
            "not compared: gate=learned; gate=computed"
                + " (no value of feed-forward in common with gate=none)\n")
        .doesNotContain("paired by seed");
  }

  /** Three gates, one of them at two widths. */
  private void widths(String learned, String computed) throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder, "widths", LOSS)) {
      for (int seed = 0; seed < 3; seed++) {
        sweep.finished(gate("none", "8"), seed, Map.of("loss", 2 + 0.01 * seed));
        sweep.finished(gate("none", "10"), seed, Map.of("loss", 2 + 0.02 * seed));
        sweep.finished(gate("learned", learned), seed, Map.of("loss", 2 - 0.01 * seed));
        sweep.finished(gate("computed", computed), seed, Map.of("loss", 0.01 * seed * seed));
      }
      sweep.completed();
    }
  }

  private static Map<String, String> gate(String gate, String width) {
    return Map.of("gate", gate, "model.feed-forward", width);
  }

  @Test
  void theTableNamesNoRateThatWasNotComparedInEverySetting() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder, "widths", LOSS)) {
      for (String gate : List.of("none", "learned")) {
        for (String width : List.of("8", "96")) {
          for (String rate : List.of("0.01", "0.03")) {
            boolean best = rate.equals(width.equals("8") ? "0.03" : "0.01");
            for (int seed = 0; seed < 3; seed++) {
              sweep.finished(
                  Map.of("gate", gate, "model.feed-forward", width, "train.learning-rate", rate),
                  seed,
                  Map.of("loss", (gate.equals("none") ? 2 : 1) + (best ? 0 : 1) + 0.01 * seed));
            }
          }
        }
      }
      sweep.completed();
    }
    JsonNode pair =
        new ObjectMapper()
            .readTree(Ran.attune("analyze", folder.toString(), "--json").output())
            .at("/pairs/0");

    assertThat(Ran.attune("analyze", folder.toString()).output())
        .contains("each difference is averaged over feed-forward=8; feed-forward=96")
        .containsPattern("gate=learned +gate=none +varies +varies +-[01]");
    assertThat(pair.get("cell_at").asText()).isEqualTo("varies");
    assertThat(pair.at("/settings/0/held").asText()).isEqualTo("feed-forward=8");
    assertThat(pair.at("/settings/0/cell_at").asText()).isEqualTo("learning-rate=0.03");
    assertThat(pair.at("/settings/1/control_at").asText()).isEqualTo("learning-rate=0.01");
  }

  /** Someone who stops a sweep when its table looks good chooses its seeds by results. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothingIsTestedWhileTrialsAreOpen(boolean open) throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder, "six", LOSS)) {
      for (int seed = 0; seed < 6; seed++) {
        sweep.finished(Map.of("gate", "none"), seed, Map.of("loss", 2 + 0.02 * seed));
        sweep.finished(Map.of("gate", "learned"), seed, Map.of("loss", 1 + 0.01 * seed));
      }
      if (open) {
        sweep.running(Map.of("gate", "none"), 6).flush();
      } else {
        sweep.completed();
      }
    }
    String said = Ran.attune("analyze", folder.toString()).output();

    assertThat(said.contains("not tested yet: trials are open")).isEqualTo(open);
    assertThat(said.contains("no test of an axis holds yet")).isEqualTo(open);
    assertThat(said)
        .contains(
            "which axes matter: "
                + (open
                    ? "nothing is tested while trials are open"
                    : "gate (100 % of the variance between cells)\n"));
    assertThat(said.lines().anyMatch(line -> line.endsWith(" better"))).isEqualTo(!open);
  }

  @Test
  void importancesAfterASearchNeedCellsThatTellAxesApart() throws Exception {
    String spec = "sweep: nine\nsearch: tpe, trials 9\n";
    SweepHeader header = new SweepHeader("nine-1", "nine", spec, 1, 9, LOSS, 0, 1, new TreeMap<>());
    try (RecordedSweep sweep = RecordedSweep.in(folder, header)) {
      for (int i = 0; i < 9; i++) {
        sweep.finished(
            Map.of("gate", "g" + i / 3, "rate", "" + i % 3), 0, Map.of("loss", 1.0 + i * i));
      }
      sweep.completed();
    }

    assertThat(Ran.attune("analyze", folder.toString()).output())
        .contains(
            "which axes matter: this search cannot say, as results decided which cells ran",
            "importances: none: the 9 cells that finished are too few to tell the axes apart; a random"
                + " search over the same axes would tell them apart");
  }

  @Test
  void aProgramThatIgnoresItsSeedIsNotSaidToHaveOne() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder, "three", LOSS)) {
      for (String gate : List.of("none", "learned", "computed")) {
        for (int seed = 0; seed < 4; seed++) {
          sweep.finished(Map.of("gate", gate), seed, Map.of("loss", 0.1 * gate.length()));
        }
      }
      sweep.completed();
    }

    assertThat(Ran.attune("analyze", folder.toString()).output())
        .contains("the trials may not be independent")
        .contains(
            "No test: the axes have as many values as there are cells, and cells and seeds explain"
                + " every value.")
        .doesNotContain("each cell has one seed");
  }

  @Test
  void anIntervalThatIsWidenedToZeroIsExplained() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder, "two", LOSS)) {
      for (int seed = 0; seed < 2; seed++) {
        sweep.finished(Map.of("gate", "none"), seed, Map.of("loss", 2.0));
        sweep.finished(Map.of("gate", "learned"), seed, Map.of("loss", 1 + 0.01 * seed));
      }
      sweep.completed();
    }

    assertThat(Ran.attune("analyze", folder.toString()).output())
        .containsPattern(" to 0(\\.0*)? ")
        .contains("The interval is widened to 0: so few seeds cannot exclude 0.\n");
    assertThat(Ran.attune("analyze", folder.toString(), "--json").output())
        .contains(
            "\"pairs_notes\" : [ \"Intervals are for new seeds alone: seeds share their held-out"
                + " examples, unless a program draws its own.\", \"The interval is widened to 0: so"
                + " few seeds cannot exclude 0.\"");
  }

  @Test
  void aSweepWithoutAFinishedTrialHasNothingToAnalyze() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder, "odd", LOSS)) {
      sweep.failed(Map.of("gate", "none"), 0, Cause.DIVERGENCE, "loss is NaN");
      sweep.finished(Map.of("gate", "a"), 0, Map.of("loss", Double.NaN));
      sweep.completed();
    }
    Ran ran = Ran.attune("analyze", folder.toString());

    assertThat(ran.exit()).isZero();
    assertThat(ran.output())
        .contains("nothing to analyze", "left out: 1 failed, 1 without a finite value");
    assertThat(
            new ObjectMapper()
                .readTree(Ran.attune("analyze", folder.toString(), "--json").output())
                .at("/notes/comparisons/0")
                .asText())
        .as("what the report has in place of a table")
        .startsWith("No comparisons: ");
  }

  @Test
  void aMetricThatNoTrialHasIsRefusedWithTheNearestName() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder, "odd", LOSS)) {
      sweep.finished(Map.of("gate", "a"), 0, Map.of("loss", 1.0));
    }
    Ran ran = Ran.attune("analyze", folder.toString(), "--metric", "lose");

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.error()).contains("Invalid --metric 'lose'", "they have loss", "loss");
  }
}
