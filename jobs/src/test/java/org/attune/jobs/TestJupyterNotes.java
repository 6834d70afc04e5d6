package org.attune.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Jupyter notes: small, without outputs, and executed where there is a Jupyter. */
class TestJupyterNotes {

  private static final Path NOTES = Path.of("..", "notebooks", "jupyter");
  private static final Objective LOSS = new Objective("validation_loss", Objective.Goal.MINIMIZE);
  private static final String NAMED =
      """
      sweep: named
      task: {name: mqar, length: 64, pairs: 4, symbols: 32}
      cells: {gated: {attention.gate: learned}, none: {}}
      axes: {train.learning-rate: [0.001, 0.1, 1]}
      replicates: 2
      objective: {metric: accuracy, goal: maximize}
      """;
  private static final int MOST_BYTES = 5_500;

  /**
   * The notes' code in one Python, for starting three kernels takes longer than all of it. What
   * each note shows goes to a file.
   */
  private static final String RUN_CODE =
      """
      import ast, contextlib, json, pathlib, sys
      import matplotlib, pandas
      matplotlib.use("Agg")
      pandas.set_option("display.max_columns", None, "display.width", 1000)
      for note in map(pathlib.Path, sys.argv[2:]):
          names = {}
          file = pathlib.Path(sys.argv[1], note.stem + ".txt")
          with open(file, "w", encoding="utf-8") as shown, contextlib.redirect_stdout(shown):
              for cell in json.loads(note.read_text(encoding="utf-8"))["cells"]:
                  if cell["cell_type"] == "code":
                      code = ast.parse("".join(line for line in cell["source"] if line[0] != "%"))
                      last = code.body.pop() if isinstance(code.body[-1], ast.Expr) else None
                      exec(compile(code, note, "exec"), names)
                      value = last and eval(compile(ast.Expression(last.value), note, "eval"), names)
                      if value is not None:
                          print(value)
              print(names["best"].reset_index().to_csv())
              if "curves" in names:
                  print("curves", names["curves"].groupby("cell").trial_id.nunique().to_dict())
      """;

  @TempDir Path folder;

  @Test
  void eachIsSmallAndWithoutOutputs() throws Exception {
    assertThat(notes()).hasSize(3);
    for (Path note : notes()) {
      assertThat(Files.size(note)).as(note.toString()).isLessThan(MOST_BYTES);
      for (JsonNode cell : cells(note)) {
        assertThat(cell.path("outputs")).as(note.toString()).isEmpty();
        assertThat(cell.path("execution_count").asText("null")).isEqualTo("null");
      }
    }
  }

  @Test
  void eachRunsAndDrawsItsPicture() throws Exception {
    needsJupyter();
    export();
    execute();

    for (Path note : notes()) {
      String text = Files.readString(folder.resolve("done").resolve(note.getFileName()));
      assertThat(text).as(note.toString()).contains("\"image/png\"").doesNotContain("\"stderr\"");
    }
    assertThat(Files.readString(folder.resolve("done/compare-cells.ipynb")))
        .as("the mean of learned minus none, 2.5 and 3.5, with Student's interval")
        .containsPattern("gate=learned +3.0 +0.707107 +2 +0 +-3.353\\d+ +9.353");
    assertThat(Files.readString(NOTES.resolve("compare-cells.ipynb")))
        .as("the picture says what its bars are")
        .containsPattern("set_xlabel.*95 % interval");
    assertThat(Files.readString(folder.resolve("done/query-results.ipynb")))
        .as("a trial that finished with NaN is counted apart")
        .contains("running", "finished", "without a finite objective");
  }

  @Test
  void failedSeedsAreCountedAndCurvesOpenOnTheObjective() throws Exception {
    needsPandas();
    exportFailures();

    runCode();

    assertThat(shown("compare-cells"))
        .as("no interval where a seed failed, and a line that says who judges such cells")
        .containsPattern("gate=broken +NaN +NaN +0 +3 +NaN +NaN")
        .containsPattern("gate=learned +-1.0 +0.0 +2 +1 +NaN +NaN")
        .containsPattern("gate=split +2.0 +0.0 +3 +0 +2.0 +2.0")
        .containsPattern("`attune analyze` judges .* by ranks\\.\n");
    assertThat(shown("learning-curves")).contains("['words', 'validation_loss']");
  }

  /** A cell with a failed seed, one that always fails, and a sound one; a curve of two metrics. */
  private void exportFailures() throws Exception {
    Path runs = folder.resolve("runs");
    Objective words = new Objective("words", Objective.Goal.MAXIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(runs, "words", words)) {
      for (int seed = 0; seed < 3; seed++) {
        sweep.finished(Map.of("gate", "none"), seed, Map.of("words", 4. + seed), 5, 4);
        sweep.finished(Map.of("gate", "split"), seed, Map.of("words", 6. + seed), 5, 4);
        double broken = seed == 2 ? Double.POSITIVE_INFINITY : Double.NaN;
        sweep.finished(Map.of("gate", "broken"), seed, Map.of("words", broken), 5, 4);
        if (seed < 2) {
          sweep.finished(Map.of("gate", "learned"), seed, Map.of("words", 3. + seed), 9, 7);
        }
      }
      sweep.failed(Map.of("gate", "learned"), 2, Cause.DIVERGENCE, "the loss is not finite");
      sweep.running(Map.of("gate", "none"), 3, 5).measured("words", 2).published();
    }
    exported(runs);
  }

  @Test
  void namedCellsAreComparedAtTheirBestRatesInTheGoalsDirection() throws Exception {
    needsPandas();
    exportNamed();

    runCode();

    assertThat(shown("compare-cells"))
        .contains("control: none; the cells are ['gated', 'none']", "higher is better")
        .containsPattern("gated +train.learning-rate=0.001 +2 +0.9")
        .containsPattern("none +train.learning-rate=0.1 +2 +0.7")
        .as("0.25 and 0.15 more than the control")
        .containsPattern("gated +0.2 +0.07");
    assertThat(shown("query-results"))
        .as("the best first, with its setting and trial")
        .containsPattern("(?m)^\\d+ +gated +train.learning-rate=1.0 +0 +0.99 +[0-9a-f]{12}-0");
    assertThat(shown("learning-curves"))
        .as("a curve is of the best rate")
        .containsPattern("gated +train.learning-rate=0.001 +2 +0.9")
        .containsPattern("none +train.learning-rate=0.1 +2 +0.7");
  }

  @Test
  void tunedCellsAreDrawnAndComparedAtTheChosenRate() throws Exception {
    needsPandas();
    exportTuned();

    runCode();

    for (String note : List.of("compare-cells", "learning-curves")) {
      assertThat(shown(note))
          .as(note)
          .containsPattern("gated +train.learning-rate=0.001 +6 +0.9")
          .containsPattern("none +train.learning-rate=0.1 +6 +0.7");
    }
    assertThat(shown("learning-curves"))
        .contains("The scale suits most trials: 1 of 12 leave it.\n");
  }

  /** Words and numbers that are easily taken for each other are cells of their own. */
  @Test
  void alikeCellsStayApart() throws Exception {
    needsPandas();
    String[][] cells = {
      {"1.10", "1000.1234"}, {"1.1", "1000.1234"}, {"1.10", "1000.1235"}, {"ab", "1"}, {"ab ", "1"}
    };
    Path runs = folder.resolve("runs");
    try (RecordedSweep sweep = RecordedSweep.in(runs, "alike", LOSS)) {
      for (int i = 0; i < 2 * cells.length; i++) {
        int number = i / 2;
        String[] cell = cells[number];
        Map<String, Double> loss = Map.of("validation_loss", number + 0.5 * (i % 2));
        sweep.finished(Map.of("version", cell[0], "rate", cell[1]), i % 2, loss, 5, 4);
      }
      sweep.published();
    }
    exported(runs);

    runCode();

    String printed = shown("compare-cells") + shown("learning-curves") + shown("query-results");
    String[] names = {
      "rate=1000.1234, version=1.10",
      "rate=1000.1234, version=1.1",
      "rate=1000.1235, version=1.10",
      "rate=1, version=ab",
      "rate=1, version=\"ab\\u0020\""
    };
    for (int i = 0; i < names.length; i++) {
      String csv = "\"" + names[i].replace("\"", "\"\"") + "\",,";
      assertThat(printed)
          .as(names[i])
          .containsPattern("(?m)^\\d,%s[0-9a-f]+,%s,2$".formatted(Pattern.quote(csv), i + 0.25))
          .containsPattern("(?m)^\\d,\\d,%s[0-9a-f]+,2,%s$".formatted(Pattern.quote(csv), i + 0.25))
          .containsPattern(
              "-0,%s.*finished,%s,"
                  .formatted(Pattern.quote(csv.substring(0, csv.length() - 1)), i + 0.0))
          .contains("'" + names[i].replace("\\", "\\\\") + "': 2");
    }
  }

  /** Only the rate that tuning seeds chose has other seeds; the loss of one of them diverges. */
  private void exportTuned() throws Exception {
    SweepSpec spec = SpecFile.read("named.yaml", NAMED, Map.of(), new TrialCatalog());
    Path runs = folder.resolve("runs");
    try (RecordedSweep sweep = RecordedSweep.in(runs, SpecHeader.of(spec, 1, 1, Map.of()))) {
      for (String rate : List.of("0.001", "0.1")) {
        sweep.finished(named("learned", rate), Tuning.FIRST_SEED, accuracy(0.5), 4, 3);
        sweep.finished(named("none", rate), Tuning.FIRST_SEED, accuracy(0.5), 4, 3);
      }
      for (int seed = 0; seed < 6; seed++) {
        double last = seed == 5 ? 1e9 : 2;
        sweep.finished(named("learned", "0.001"), seed, accuracy(0.9 + 0.01 * seed), 4, last);
        sweep.finished(named("none", "0.1"), seed, accuracy(0.7 + 0.01 * (seed % 2)), 4, 3);
      }
      sweep.published();
    }
    exported(runs);
  }

  private static Map<String, String> named(String gate, String rate) {
    return Map.of("attention.gate", gate, "train.learning-rate", rate);
  }

  /**
   * The mean over all rates favours {@code none}, the best rate of each {@code gated}. With its
   * tuning seeds a worse rate has the most seeds.
   */
  private void exportNamed() throws Exception {
    SweepSpec spec = SpecFile.read("named.yaml", NAMED, Map.of(), new TrialCatalog());
    Path runs = folder.resolve("runs");
    try (RecordedSweep sweep = RecordedSweep.in(runs, SpecHeader.of(spec, 1, 1, Map.of()))) {
      for (int seed = 0; seed < 2; seed++) {
        sweep.finished(named("learned", "0.001"), seed, accuracy(0.9 + 0.02 * seed), 4, 2);
        sweep.finished(named("learned", "0.1"), seed, accuracy(0.1), 4, 3);
        sweep.finished(named("none", "0.001"), seed, accuracy(0.5), 4, 3);
        sweep.finished(named("none", "0.1"), seed, accuracy(0.65 + 0.12 * seed), 4, 2);
      }
      for (int seed = 0; seed < 3; seed++) {
        sweep.finished(named("none", "0.001"), Tuning.FIRST_SEED + seed, accuracy(0.6), 4, 3);
      }
      sweep.finished(named("learned", "1.0"), 0, accuracy(0.99), 4, 2);
      sweep.failed(named("learned", "1.0"), 1, Cause.DIVERGENCE, "the loss is not finite");
      sweep.published();
    }
    exported(runs);
  }

  private static Map<String, Double> accuracy(double value) {
    return Map.of("accuracy", value);
  }

  /** Two cells of two seeds with curves, a trial without a value, and one that still runs. */
  private void export() throws Exception {
    Path runs = folder.resolve("runs");
    try (RecordedSweep sweep = RecordedSweep.in(runs, "quickstart", LOSS)) {
      sweep.running(Map.of("gate", "none"), 7).published();
    }
    try (RecordedSweep sweep = RecordedSweep.in(runs, "quickstart", LOSS)) {
      for (int seed = 0; seed < 2; seed++) {
        sweep.finished(Map.of("gate", "none"), seed, Map.of("validation_loss", 4. + seed), 5, 4);
        sweep.finished(
            Map.of("gate", "learned"), seed, Map.of("validation_loss", 6.5 + 2 * seed), 9, 7);
      }
      sweep.finished(Map.of("gate", "none"), 2, Map.of("validation_loss", Double.NaN), 5, 4);
      sweep.published();
    }
    exported(runs);
  }

  private void exported(Path runs) {
    Printed export =
        Printed.of("export", runs, "--format", "parquet", "--to", folder.resolve("clean"));
    assertThat(export.exit()).as(export.error()).isZero();
  }

  private void needsJupyter() throws Exception {
    boolean jupyter =
        ends(List.of("python3", "-c", "import nbconvert, ipykernel, pandas, pyarrow, matplotlib"));
    if (!jupyter) {
      System.out.println(
          "TestJupyterNotes skips: no python3 with nbconvert, ipykernel, pandas, pyarrow and"
              + " matplotlib on this machine");
    }
    assumeTrue(jupyter, "no Jupyter on this machine");
  }

  private void needsPandas() throws Exception {
    assumeTrue(
        ends(List.of("python3", "-c", "import pandas, pyarrow, matplotlib")), "no pandas here");
  }

  private void runCode() throws Exception {
    Path done = Files.createDirectory(folder.resolve("done"));
    List<String> command = new ArrayList<>(List.of("python3", "-c", RUN_CODE, done.toString()));
    notes().forEach(note -> command.add(note.toString()));

    boolean well = ends(command);

    assertThat(well).as(Files.readString(printed().toPath(), UTF_8)).isTrue();
  }

  /** What a note's code printed and showed. */
  private String shown(String note) throws IOException {
    return Files.readString(folder.resolve("done/" + note + ".txt"));
  }

  private void execute() throws Exception {
    List<String> command =
        new ArrayList<>(List.of("python3", "-m", "nbconvert", "--to", "notebook", "--execute"));
    command.add("--ExecutePreprocessor.startup_timeout=600"); // s; a minute, if nothing is said
    command.add("--output-dir");
    command.add(folder.resolve("done").toString());
    for (Path note : notes()) {
      command.add(Files.copy(note, folder.resolve(note.getFileName())).toString());
    }

    boolean well = ends(command);

    assertThat(well).as(Files.readString(printed().toPath(), UTF_8)).isTrue();
  }

  private boolean ends(List<String> command) throws InterruptedException {
    try {
      ProcessBuilder process = new ProcessBuilder(command).redirectErrorStream(true);
      process.environment().put("ATTUNE_TABLES", folder.resolve("clean").toString());
      process.environment().put("MPLCONFIGDIR", folder.resolve("matplotlib").toString());
      return process.redirectOutput(printed()).start().waitFor() == 0;
    } catch (IOException notFound) {
      return false;
    }
  }

  private File printed() {
    return folder.resolve("printed").toFile();
  }

  private static JsonNode cells(Path note) throws IOException {
    return new ObjectMapper().readTree(note.toFile()).path("cells");
  }

  private static List<Path> notes() throws IOException {
    try (Stream<Path> inside = Files.list(NOTES)) {
      return inside.filter(file -> file.toString().endsWith(".ipynb")).sorted().toList();
    }
  }
}
