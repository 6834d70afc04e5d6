package org.attune.jobs.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.OddNames;
import org.attune.jobs.Printed;
import org.attune.jobs.Ran;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.report.RunReport;
import org.attune.jobs.sweep.Sweeps;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestExportCommand {

  private static final Objective LOSS = new Objective("validation_loss", Objective.Goal.MINIMIZE);

  @TempDir Path folder;
  private Path runs;

  /** Two seeds a name; the first name is best; one trial stopped, one failed. */
  @BeforeEach
  void sweep() throws Exception {
    runs = folder.resolve("runs");
    try (RecordedSweep sweep = RecordedSweep.in(runs, "odd", LOSS)) {
      for (int i = 0; i < OddNames.ALL.size(); i++) {
        for (int seed = 0; seed < 2; seed++) {
          double loss = i + 0.01234567 * seed;
          sweep.finished(
              Map.of("name", OddNames.ALL.get(i), "width", "64"),
              seed,
              Map.of("validation_loss", loss, "a/b: c", -1.5),
              loss + 1,
              loss);
        }
      }
      sweep.stopped(Map.of("name", "stopped", "width", "64"), 0, Map.of("validation_loss", -9.0));
      sweep.failed(Map.of("name", "failed", "width", "64"), 0, Cause.DIVERGENCE, "NaN\nat 3");
      sweep.completed();
    }
  }

  private String export(String format, String... more) {
    Ran ran =
        Ran.attune(
            Stream.concat(Stream.of("export", runs.toString(), "--format", format), Stream.of(more))
                .toArray(String[]::new));
    assertThat(ran.exit()).as(ran.error()).isZero();
    return ran.output();
  }

  @Test
  void csvReadsBackAndHoldsNoFormula() {
    CsvParserSettings settings = new CsvParserSettings();
    settings.setNormalizeLineEndingsWithinQuotes(false);
    settings.trimValues(false);
    List<String[]> rows = new CsvParser(settings).parseAll(new StringReader(export("csv")));

    assertThat(rows).hasSize(3 + OddNames.ALL.size());
    assertThat(rows.get(0))
        .containsExactly(
            "cell",
            "name",
            "validation_loss",
            "validation_loss_std",
            "validation_loss_n",
            "validation_loss_failed",
            "validation_loss_stopped",
            "only_tuning_seeds");
    assertThat(rows.subList(rows.size() - 2, rows.size()))
        .extracting(row -> List.of(row[1], row[4], row[5], row[6]))
        .containsExactly(List.of("stopped", "0", "0", "1"), List.of("failed", "0", "1", "0"));
    for (int i = 0; i < OddNames.ALL.size(); i++) {
      assertThat(rows.get(i + 1)[0]).startsWith("name=");
      String name = rows.get(i + 1)[1];
      assertThat(name.charAt(0)).isNotIn('=', '+', '-', '@', '\t', '\r');
      assertThat(name.startsWith("'=") || name.startsWith("'@") ? name.substring(1) : name)
          .isEqualTo(OddNames.ALL.get(i));
      assertThat(Double.parseDouble(rows.get(i + 1)[2]))
          .isCloseTo(i + 0.01234567 / 2, within(1e-12));
      assertThat(rows.get(i + 1)[4]).isEqualTo("2");
    }
  }

  @Test
  void markdownHasAsManyCellsInEachRowAndNoHtml() {
    List<String> lines = export("markdown").lines().toList();

    assertThat(lines).hasSize(6 + OddNames.ALL.size());
    assertThat(lines.get(lines.size() - 3)).isEqualTo("| failed |  | 0, 1 failed |");
    assertThat(lines.get(0)).isEqualTo("| name | validation_loss (mean ± std) | n |");
    assertThat(lines.get(2)).contains("| **0.0062 ± 0.0087** | 2 |");
    for (String line : lines.subList(0, lines.size() - 2)) {
      assertThat(line.replaceAll("\\\\.", "").chars().filter(c -> c == '|')).hasSize(4);
      assertThat(line).doesNotContain("<");
    }
  }

  @Test
  void latexIsWellFormedAndCompilesWhereThereIsACompiler() throws Exception {
    String latex = export("latex");

    assertThat(latex)
        .contains("\\toprule", "\\midrule", "\\bottomrule", "\\begin{tabular}{lrr}")
        .contains("$\\mathbf{0.0062 \\pm 0.0087}$")
        .doesNotContain("\\input");
    List<String> rows = latex.lines().filter(line -> line.endsWith(" \\\\")).toList();
    assertThat(rows).hasSize(3 + OddNames.ALL.size());
    for (String row : rows) {
      String plain = row.replaceAll("\\\\[&%$#_{}]", "");
      assertThat(plain.chars().filter(c -> c == '&')).as(row).hasSize(2);
      assertThat(plain.chars().filter(c -> c == '{').count())
          .as(row)
          .isEqualTo(plain.chars().filter(c -> c == '}').count());
      assertThat(plain.chars().filter(c -> c == '$').count() % 2).as(row).isZero();
      assertThat(plain).doesNotContainPattern("[%#~^]").matches("[ -~À-ÿ]*");
    }
    Latex.compile(folder, latex);
  }

  @Test
  void survivorsOfFailedSeedsAreMarkedAndNeverBold() throws Exception {
    Path directory = folder.resolve("failing");
    try (RecordedSweep sweep = RecordedSweep.in(directory, "failing", LOSS)) {
      for (int seed = 0; seed < 8; seed++) {
        sweep.finished(Map.of("gate", "whole"), seed, Map.of("validation_loss", 0.9));
        double nan = seed < 4 ? 0.51 : Double.NaN;
        if (seed < 6) {
          sweep.finished(Map.of("gate", "nan"), seed, Map.of("validation_loss", nan));
        } else {
          sweep.failed(Map.of("gate", "nan"), seed, Cause.DIVERGENCE, "NaN");
        }
        sweep.failed(Map.of("gate", "dead"), seed, Cause.DIVERGENCE, "NaN");
      }
      sweep.completed();
    }
    String markdown = Ran.attune("export", directory.toString(), "--format", "markdown").output();
    String latex = Ran.attune("export", directory.toString(), "--format", "latex").output();
    String best = Ran.attune("best", directory.toString()).output();
    String analysis = Ran.attune("analyze", directory.toString()).output();

    assertThat(markdown.lines().skip(2))
        .containsExactly(
            "| whole | **0.9000 ± 0** | 8 |",
            "| nan | 0.5100 ± 0 | 4, 4 failed |",
            "| dead |  | 0, 8 failed |",
            "",
            "A cell with failed seeds ranks below cells with fewer.");
    assertThat(latex)
        .contains(
            "over $n$ seeds that finished; the best in bold;"
                + " a cell with failed seeds ranks below cells with fewer.");
    assertThat(best)
        .contains("4, 4 failed")
        .contains("another cell is best: gate=whole, 0.9000 ± 0 over 8 seeds");
    assertThat(
            new RunReport(
                    Sweeps.read(directory.toString()),
                    new TrialCatalog().tree(),
                    directory.toString())
                .print())
        .containsPattern("whole +0\\.9000 ± 0 +8\n")
        .containsPattern("nan +0\\.5100 ± 0 +4, 4 failed\n")
        .containsPattern("dead +no result +0, 8 failed\n");
    assertThat(analysis).contains("best: gate=whole\n      0.9000, of 8 seeds;");
  }

  @Test
  void aTableSaysThatTrialsHaveNotEnded() throws Exception {
    Path directory = folder.resolve("open");
    try (RecordedSweep sweep = RecordedSweep.in(directory, "open", LOSS)) {
      for (int seed = 0; seed < 2; seed++) {
        sweep.finished(Map.of("gate", "a"), seed, Map.of("validation_loss", 1.0 + seed));
        sweep.finished(Map.of("gate", "b"), seed, Map.of("validation_loss", 2.0 + seed));
      }
      sweep.running(Map.of("gate", "b"), 2);
    }
    for (String table : List.of("cells", "pairs")) {
      Printed markdown = Printed.of("export", directory, "--format", "markdown", "--table", table);
      Printed latex = Printed.of("export", directory, "--format", "latex", "--table", table);

      assertThat(markdown.output()).endsWith("|\n\n1 trial has not ended.\n");
      assertThat(latex.output()).contains("; 1 trial has not ended.}");
      assertThat(markdown.error()).contains("1 trial has not ended: the table is not final");
    }
    assertThat(Printed.of("export", directory, "--format", "csv").error())
        .contains("1 trial has not ended: the table is not final");
  }

  /** The journal does not know how many trials a budget cut. */
  @Test
  void aTableSaysThatThePlanMayHaveMoreTrials() throws Exception {
    Path directory = folder.resolve("cut");
    try (RecordedSweep sweep = RecordedSweep.in(directory, "cut", LOSS)) {
      for (int seed = 0; seed < 2; seed++) {
        sweep.finished(Map.of("gate", "a"), seed, Map.of("validation_loss", 1.0 + seed));
        sweep.finished(Map.of("gate", "b"), seed, Map.of("validation_loss", 2.0 + seed));
      }
      sweep.outOfBudget();
    }
    for (String table : List.of("cells", "pairs")) {
      Printed markdown = Printed.of("export", directory, "--format", "markdown", "--table", table);
      Printed latex = Printed.of("export", directory, "--format", "latex", "--table", table);

      assertThat(markdown.output()).endsWith("|\n\nThe plan may have more trials.\n");
      assertThat(latex.output()).contains("; the plan may have more trials.}");
      assertThat(markdown.error())
          .contains("the plan may have more trials: the table is not final");
    }
  }

  /** MLflow's names have fewer characters than a program's own metrics and parameters. */
  @Test
  void namesThatMlflowWritesAlikeKeepTheirValues() throws Exception {
    Path directory = folder.resolve("alike");
    try (RecordedSweep sweep = RecordedSweep.in(directory, "alike", LOSS)) {
      sweep.finished(
          Map.of("a/b", "1", "a_b", "2", "a:b", "3"),
          0,
          Map.of("validation_loss", 1.0, "x/y", 10.0, "x|y", 20.0));
    }
    Path store = folder.resolve("store");
    Printed.attune("export", directory, "--format", "mlflow", "--to", store);
    MlflowStore.Run run = MlflowStore.run(folders(folders(store).get(0)).get(0));

    assertThat(run.params()).containsEntry("a_b", "2").containsValues("1", "3");
    assertThat(run.metrics().values().stream().map(points -> points.get(0).value()))
        .containsExactlyInAnyOrder(1.0, 10.0, 20.0);
  }

  @Test
  void mlflowRunsReadBackFieldByField() throws Exception {
    Path store = folder.resolve("mlruns");
    String said = export("mlflow", "--to", store.toString());
    export("mlflow", "--to", store.toString()); // again: the same runs, not twice as many

    assertThat(said).startsWith("26 runs in ");
    List<Path> experiments = folders(store);
    assertThat(experiments).hasSize(1);
    MlflowStore.Experiment experiment = MlflowStore.experiment(experiments.get(0));
    assertThat(experiment.name()).isEqualTo("odd-00000000");
    List<MlflowStore.Run> all = folders(experiments.get(0)).stream().map(MlflowStore::run).toList();
    assertThat(all).hasSize(26);
    MlflowStore.Run first =
        all.stream()
            .filter(run -> run.params().get("name").equals(OddNames.ALL.get(0)))
            .filter(run -> run.params().get("replicate").equals("0"))
            .findFirst()
            .orElseThrow();
    assertThat(first.status()).isEqualTo(3);
    assertThat(first.experimentId()).isEqualTo(experiment.id());
    assertThat(first.metrics().get("validation_loss"))
        .extracting(MlflowStore.Point::value)
        .containsExactly(1.0, 0.0);
    assertThat(first.metrics().get("validation_loss"))
        .extracting(MlflowStore.Point::step)
        .containsExactly(10L, 20L);
    assertThat(first.metrics().get("a_b_ c")).hasSize(1);
    assertThat(first.tags())
        .containsEntry("attune.state", "finished")
        .containsKey("mlflow.runName");
    assertThat(all.stream().filter(run -> run.tags().get("attune.state").equals("stopped")))
        .extracting(MlflowStore.Run::status)
        .containsExactly(5);
    assertThat(all.stream().filter(run -> run.status() == 4))
        .extracting(run -> run.tags().get("attune.message"))
        .containsExactly("NaN at 3");
    assertThat(all).extracting(run -> run.params().get("name")).contains("../../escape");
    assertThat(Files.exists(folder.resolve("escape"))).isFalse();
  }

  private static List<Path> folders(Path of) throws Exception {
    try (Stream<Path> in = Files.list(of)) {
      return in.filter(Files::isDirectory).toList();
    }
  }

  @Test
  void bibtexHasAnEntryForEachPaper() {
    String bibtex = export("bibtex");

    assertThat(Pattern.compile("(?m)^@misc\\{").matcher(bibtex).results()).hasSize(6);
    assertThat(bibtex).contains("2505.06708", "2504.00927", "2305.10203");
  }

  @Test
  void eachMetricHasItsOwnCountWhereTheyDiffer() throws Exception {
    Path two = folder.resolve("two");
    try (RecordedSweep sweep = RecordedSweep.in(two, "two", LOSS)) {
      sweep.finished(Map.of("gate", "a"), 0, Map.of("validation_loss", 1.0, "accuracy", 0.5));
      sweep.finished(
          Map.of("gate", "a"), 1, Map.of("validation_loss", 1.0, "accuracy", Double.NaN));
      sweep.finished(Map.of("gate", "b"), 0, Map.of("validation_loss", 2.0, "accuracy", 0.5));
    }
    String[] metrics = {"--metric", "validation_loss", "--metric", "accuracy"};

    runs = two;
    assertThat(export("markdown", metrics).lines())
        .startsWith(
            "| gate | validation_loss (mean ± std) | n | accuracy (mean ± std) | n |",
            "| --- | ---: | ---: | ---: | ---: |")
        .anyMatch(line -> line.matches("\\| a \\| .* \\| 2 \\| .* \\| 1, 1 failed \\|"));
    assertThat(export("latex", metrics))
        .contains("\\begin{tabular}{lrrrr}", "gate & validation\\_loss & $n$ & accuracy & $n$ ")
        .containsPattern("a & .* & 2 & .* & 1, 1 failed ");
  }

  @Test
  void aSweepWithoutResultsGivesATableWithoutMeans() throws Exception {
    Path none = folder.resolve("none");
    try (RecordedSweep sweep = RecordedSweep.in(none, "none", LOSS)) {
      sweep.failed(Map.of("gate", "a"), 0, Cause.DIVERGENCE, "NaN");
    }
    Ran ran = Ran.attune("export", none.toString(), "--format", "markdown");

    assertThat(ran.exit()).isZero();
    assertThat(ran.output().lines().skip(2)).startsWith("|  | 0, 1 failed |");
  }

  @Test
  void aFileThatCannotBeIsRefused() {
    Ran ran =
        Ran.attune(
            "export", runs.toString(), "--format", "csv", "--to", folder + "/missing/table.csv");

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.error()).contains("there is no ", "name a file in an existing folder");
  }

  /** In /proc the system lets nobody make a file, whatever the permissions say. */
  @ParameterizedTest
  @CsvSource({
    "csv, /proc/table.csv, name another file with --to",
    "mlflow, /proc/mlruns, name another folder with --to"
  })
  void whereTheSystemLetsNobodyWriteTheRefusalNamesWhatTheUserNamed(
      String format, String to, String remedy) {
    Ran ran = Ran.attune("export", runs.toString(), "--format", format, "--to", to);

    assertThat(ran.error()).startsWith("attune: Cannot write to " + to).contains(remedy);
    assertThat(ran.error()).doesNotContain(".unfinished").hasLineCount(1);
    assertThat(ran.exit()).isEqualTo(2);
  }

  @Test
  void aFullDiskIsNamed() {
    Ran ran = Ran.attune("export", runs.toString(), "--format", "csv", "--to", "/dev/full");

    assertThat(ran.error()).startsWith("attune: /dev/full: the disk is full.").hasLineCount(1);
    assertThat(ran.exit()).isEqualTo(1);
  }

  @Test
  void aFileThatIsThereStaysWithoutForce() throws Exception {
    Path mine = Files.writeString(folder.resolve("sweep.yaml"), "sweep: mine");
    String[] words = {"export", runs.toString(), "--format", "csv", "--to", mine.toString()};

    Ran ran = Ran.attune(words);

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.error())
        .contains("it exists already", "choose another place with --to", "--force");
    assertThat(mine).hasContent("sweep: mine");
    export("csv", "--to", mine.toString(), "--force");
    assertThat(mine).content().startsWith("cell,name,");
  }
}
