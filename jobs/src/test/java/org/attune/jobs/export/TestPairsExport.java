package org.attune.jobs.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;
import org.attune.jobs.Printed;
import org.attune.jobs.Ran;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.console.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The paired table for a paper has the numbers that {@code analyze} prints. */
class TestPairsExport {

  @TempDir Path directory;

  @BeforeEach
  void record() throws Exception {
    Objective loss = new Objective("loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(directory, "gates", loss)) {
      for (int seed = 0; seed < 5; seed++) {
        sweep.finished(Map.of("gate", "none"), seed, Map.of("loss", 1 + 0.01 * seed));
        sweep.finished(
            Map.of("gate", "learned_one"),
            seed,
            Map.of("loss", 0.8 + 0.01 * seed + 0.004 * (seed % 2)));
      }
      sweep.completed();
    }
  }

  private Ran export(String format) {
    return Ran.attune("export", directory.toString(), "--format", format, "--table", "pairs");
  }

  @Test
  void itHasTheNumbersThatAnalyzePrints() {
    String analysis = Ran.attune("analyze", directory.toString()).output();
    Matcher printed =
        Pattern.compile(
                "gate=learned_one +gate=none +(\\S+) +(\\S+ to \\S+) +95 % +5 +(\\S+)( \\(least\\))? +(\\w+)")
            .matcher(analysis);
    assertThat(printed.find()).as(analysis).isTrue();

    assertThat(export("markdown").output().lines())
        .containsExactly(
            "loss, cell less control, paired by seed.",
            "",
            "| cell | beside | difference | interval | level | seeds | p (Holm-adjusted) | verdict |",
            "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |",
            "| gate=learned_one | gate=none | %s | %s | 95 %% | 5 | %s | %s |"
                .formatted(printed.group(1), printed.group(2), printed.group(3), printed.group(5)));
  }

  @Test
  void latexAndCsvHaveItToo() {
    assertThat(export("latex").output())
        .contains("\\begin{tabular}{llrrrrrl}", "gate=learned\\_one & gate=none & $-0.19")
        .contains("\\caption{gates: loss, cell less control, paired by seed.}")
        .containsPattern(
            "\\$-0\\.\\d+\\$ to \\$-0\\.\\d+\\$ & 95 \\\\% & 5 & \\$<?\\.\\d+\\$ & better");
    assertThat(export("csv").output().lines())
        .first()
        .isEqualTo(
            "metric,cell,control,cell_at,control_at,difference,low,high,level,why_ranks,n,failed,stopped,failed_elsewhere,p_adjusted,verdict,config_hash,control_config_hash,two_modes");
    assertThat(export("csv").output()).contains("loss,gate=learned_one,gate=none,,,-0.198");
  }

  /** Such a table is wider than a page of an article. */
  @Test
  void latexFitsThePage() throws Exception {
    Path other = directory.resolve("wide");
    String rate = "train.learning-rate";
    try (RecordedSweep sweep =
        RecordedSweep.in(other, "gates", new Objective("loss", Objective.Goal.MINIMIZE))) {
      for (String gate : List.of("none", "score convolution of keys")) {
        for (String at : List.of("0.001", "0.01")) {
          for (int seed = 0; seed < 5; seed++) {
            double loss = (gate.equals("none") ? 1 : 0.8) + 0.01 * seed;
            sweep.finished(Map.of("gate", gate, rate, at), seed, Map.of("loss", loss));
          }
        }
      }
      sweep.completed();
    }
    String table = Printed.of("export", other, "--format", "latex", "--table", "pairs").output();

    assertThat(table).contains("learning{-}rate=", "\\resizebox{");
    Latex.compile(other, table);
    Path log = other.resolve("page.log");
    if (Files.exists(log)) {
      assertThat(Files.readString(log)).doesNotContain("Overfull \\hbox");
    }
  }

  /** Its cells are called otherwise than in the tables, which name a cell by all swept values. */
  @Test
  void aRowHasTheHashesOfItsCellsInTheTables() throws Exception {
    Path other = directory.resolve("hashes");
    String rate = "train.learning-rate";
    try (RecordedSweep sweep =
        RecordedSweep.in(other, "gates", new Objective("loss", Objective.Goal.MINIMIZE))) {
      for (String gate : List.of("none", "learned")) {
        for (String width : List.of("96", "104")) {
          for (String at : List.of("0.001", "0.01")) {
            for (int seed = 0; seed < 3; seed++) {
              double loss = (gate.equals("none") ? 1 : 0.8) + (at.equals("0.01") ? 1 : 0) + seed;
              sweep.finished(
                  Map.of("gate", gate, "model.feed-forward", width, rate, at),
                  seed,
                  Map.of("loss", loss));
            }
          }
        }
      }
      sweep.completed();
    }
    String table =
        Printed.attune("export", other, "--format", "csv", "--table", "pairs")
            .lines()
            .skip(1)
            .findFirst()
            .orElseThrow();
    List<String> hashes = new ArrayList<>();
    for (String gate : List.of("learned", "none")) {
      for (String width : List.of("96", "104")) {
        Map<String, String> best = Map.of("gate", gate, "model.feed-forward", width, rate, "0.001");
        hashes.add(new Configuration(best).hash());
      }
    }

    assertThat(table)
        .startsWith("loss,gate=learned,gate=none,learning-rate=0.001,")
        .endsWith(",%s %s,%s %s,".formatted(hashes.toArray()));
    JsonNode pairs =
        new ObjectMapper().readTree(Printed.attune("analyze", other, "--json")).path("pairs");
    assertThat(pairs.findValuesAsText("config_hash")).isEqualTo(hashes.subList(0, 2));
    assertThat(pairs.findValuesAsText("control_config_hash")).isEqualTo(hashes.subList(2, 4));
  }

  /** One cell has two modes, and another is the control by another name. */
  @Test
  void twoModesAndIdenticalCellsAreSaid() throws Exception {
    Path other = directory.resolve("modes");
    double[] plain = {2.0, 2.013, 1.991, 2.005, 1.995, 2.002};
    double[] modes = {1.0, 1.01, 1.003, 1.2, 1.21, 1.204};
    try (RecordedSweep sweep =
        RecordedSweep.in(other, "gates", new Objective("loss", Objective.Goal.MINIMIZE))) {
      for (int seed = 0; seed < 6; seed++) {
        sweep.finished(Map.of("gate", "none"), seed, Map.of("loss", plain[seed]));
        sweep.finished(Map.of("gate", "idle"), seed, Map.of("loss", plain[seed]));
        sweep.finished(Map.of("gate", "learned"), seed, Map.of("loss", modes[seed]));
      }
      sweep.completed();
    }

    assertThat(Printed.attune("analyze", other).lines())
        .anyMatch(line -> line.matches("gate=learned .* to -0\\.57, two modes .* better"))
        .anyMatch(line -> line.matches("gate=idle .* no difference beyond rounding"))
        .contains("Values with two modes: those of gate=learned.")
        .anyMatch(line -> line.startsWith("two modes: the interval holds every difference"))
        .anyMatch(line -> line.startsWith("identical at every seed: gate=idle and gate=none;"))
        .noneMatch(line -> line.contains("the seeds are too few"))
        .noneMatch(line -> line.contains("float32"));
    JsonNode pairs =
        new ObjectMapper().readTree(Printed.attune("analyze", other, "--json")).path("pairs");
    for (JsonNode pair : pairs) {
      List<String> cells = List.of(pair.path("cell").asText(), pair.path("control").asText());
      List<String> named = new ArrayList<>();
      pair.path("two_modes")
          .forEach(arm -> named.add(cells.get(arm.asText().equals("cell") ? 0 : 1)));
      assertThat(named)
          .isEqualTo(cells.contains("gate=learned") ? List.of("gate=learned") : List.of());
    }
    assertThat(Printed.attune("export", other, "--format", "markdown", "--table", "pairs"))
        .contains("\nValues with two modes: those of gate=learned.\n");
    assertThat(Printed.attune("export", other, "--format", "csv", "--table", "pairs").lines())
        .filteredOn(line -> line.endsWith(",cell") || line.endsWith(",control"))
        .hasSize(2);
  }

  /** A reader of the table must learn of a cell that it lacks. */
  @Test
  void aCellWithoutARowIsNamedBesideTheTable() throws Exception {
    Path other = directory.resolve("stopped");
    try (RecordedSweep sweep =
        RecordedSweep.in(other, "gates", new Objective("loss", Objective.Goal.MINIMIZE))) {
      for (int seed = 0; seed < 5; seed++) {
        sweep.finished(Map.of("gate", "none"), seed, Map.of("loss", 1 + 0.01 * seed));
        sweep.finished(Map.of("gate", "learned"), seed, Map.of("loss", 1.1 + 0.02 * seed));
        sweep.stopped(Map.of("gate", "fixed"), seed, Map.of("loss", 2.0));
      }
      sweep.completed();
    }
    Printed ran = Printed.of("export", other, "--format", "csv", "--table", "pairs");

    assertThat(ran.output()).doesNotContain("gate=fixed");
    assertThat(ran.error()).contains("gate=fixed");
    assertThat(Printed.of("export", other, "--format", "mlflow", "--table", "pairs").error())
        .contains("--table pairs has the formats")
        .doesNotContain("gate=fixed");
  }

  /** Nor has any other list of the pairs a row of two cells that failed at every seed. */
  @Test
  void twoCellsThatAlwaysFailedHaveNoRow() throws Exception {
    Path other = directory.resolve("failing");
    failing(other, "wide");

    for (String format : List.of("csv", "markdown", "latex")) {
      assertThat(Printed.of("export", other, "--format", format, "--table", "pairs").output())
          .contains("gate=wide")
          .doesNotContainPattern("gate=broken\\W+gate=plain");
    }
    JsonNode pairs =
        new ObjectMapper().readTree(Printed.attune("analyze", other, "--json")).path("pairs");
    assertThat(pairs.findValuesAsText("control")).containsExactly("gate=wide", "gate=wide");
    assertThat(Printed.attune("analyze", other)).doesNotContainPattern("gate=broken +gate=plain");
  }

  @Test
  void whereAllCellsFailedThereIsNoEmptyTable() throws Exception {
    Path other = directory.resolve("failing");
    failing(other);

    Printed ran = Printed.of("export", other, "--format", "csv", "--table", "pairs");

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(ran.output()).isEmpty();
    assertThat(ran.error()).contains("has no pairs");
    assertThat(Printed.attune("analyze", other)).doesNotContain("beside", "cell less control");
  }

  /** Five seeds of two cells that fail, and of others that do not. */
  private static void failing(Path directory, String... others) throws Exception {
    try (RecordedSweep sweep =
        RecordedSweep.in(directory, "gates", new Objective("loss", Objective.Goal.MINIMIZE))) {
      for (int seed = 0; seed < 5; seed++) {
        sweep.failed(Map.of("gate", "plain"), seed, Cause.DIVERGENCE, "NaN");
        sweep.failed(Map.of("gate", "broken"), seed, Cause.DIVERGENCE, "NaN");
        for (String gate : others) {
          sweep.finished(Map.of("gate", gate), seed, Map.of("loss", 1 + 0.01 * seed));
        }
      }
      sweep.completed();
    }
  }

  @Test
  void aRowThatRanksJudgeSaysWhy() throws Exception {
    Path other = directory.resolve("failed");
    try (RecordedSweep sweep =
        RecordedSweep.in(other, "gates", new Objective("loss", Objective.Goal.MINIMIZE))) {
      for (int seed = 0; seed < 5; seed++) {
        sweep.finished(Map.of("gate", "none"), seed, Map.of("loss", 1 + 0.01 * seed));
        sweep.finished(
            Map.of("gate", "learned"), seed, Map.of("loss", seed == 0 ? Double.NaN : 1.1));
      }
      sweep.completed();
    }
    assertThat(
            Ran.attune("export", other.toString(), "--format", "csv", "--table", "pairs").output())
        .contains(",,,,failed seeds,4,1,0,0,");
  }

  /** Three rates, of which the one with the most seeds so far is the worst. */
  @Test
  void noTunedValueIsChosenWhileTrialsAreOpen() throws Exception {
    Path other = directory.resolve("open");
    String line = "cells are compared at their best learning-rate once all trials have ended";
    try (RecordedSweep sweep =
        RecordedSweep.in(other, "gates", new Objective("loss", Objective.Goal.MINIMIZE))) {
      for (String gate : List.of("none", "learned")) {
        for (int rate = 1; rate <= 3; rate++) {
          for (int seed = 0; seed < 3; seed++) {
            Map<String, String> cell = Map.of("gate", gate, "train.learning-rate", "0.0" + rate);
            if (rate == 1 || seed == 0) {
              sweep.finished(cell, seed, Map.of("loss", 4.0 - rate));
            } else {
              sweep.running(cell, seed);
            }
          }
        }
      }
    }
    Printed export = Printed.of("export", other, "--format", "csv", "--table", "pairs");
    JsonNode json = new ObjectMapper().readTree(Printed.attune("analyze", other, "--json"));

    assertThat(export.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(export.error()).contains(line);
    assertThat(Printed.attune("analyze", other))
        .contains(line)
        .doesNotContain("smallest tried", "largest tried", "cell less control");
    assertThat(json.path("not_compared").get(0).asText()).isEqualTo(line);
    assertThat(json.path("pairs")).isEmpty();
    assertThat(json.path("best_at_edge")).isEmpty();
  }

  @Test
  void otherFormatsAreRefused() {
    Ran ran = export("mlflow");
    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(ran.error()).contains("--table pairs has the formats latex, markdown and csv");
  }
}
