package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.Metric;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every output says what is true of odd sweeps, and takes no name in them for more than a name. */
class TestOddSweeps {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern UNSEEN = Pattern.compile("[\\p{Cntrl}\\u2028&&[^\\n]]");

  @TempDir static Path runs;

  @BeforeAll
  static void write() throws IOException {
    OddSweeps.write(runs);
  }

  @BeforeEach
  void forgetTheSessionsOfOtherTests() {
    SparkSession.clearActiveSession();
    SparkSession.clearDefaultSession();
  }

  private static Path run(String name) {
    return runs.resolve(name);
  }

  private static String attune(Object... arguments) {
    Printed printed = Printed.of(arguments);
    assertThat(printed.exit()).as("%s: %s", List.of(arguments), printed.error()).isZero();
    return printed.output();
  }

  private static List<String[]> csv(String text) {
    CsvParserSettings settings = new CsvParserSettings();
    settings.setNormalizeLineEndingsWithinQuotes(false);
    settings.trimValues(false);
    settings.setMaxColumns(1_000);
    return new CsvParser(settings).parseAll(new StringReader(text));
  }

  /** A name as it is in a CSV file: no spreadsheet takes it for a formula. */
  private static String withoutFormula(String name) {
    return name.startsWith("=") || name.startsWith("@") ? "'" + name : name;
  }

  @Test
  void sqlHasEveryRowAndEveryNameInEachFormat() throws IOException {
    try (QuerySession session = new QuerySession(runs.toString())) {
      Function<String, Rows> ask =
          query -> {
            try {
              return session.run(Statement.parse(query));
            } catch (IOException e) {
              throw new IllegalStateException(e);
            }
          };
      JsonNode states =
          JSON.readTree(
              RowFormat.JSON.print(
                  ask.apply(
                      "select sweep, state, count(*) n from results group by all order by all")));
      assertThat(states)
          .extracting(
              row ->
                  row.get("sweep").asText() + " " + row.get("state").asText() + " " + row.get("n"))
          .containsExactly(
              "all-failed failed 12",
              "begun running 1",
              "names finished 24",
              "nan finished 4",
              "one finished 1",
              "wide finished 8");

      Rows names =
          ask.apply(
              "select name, avg(validation_loss) from results where name is not null group by name"
                  + " order by 2");
      assertThat(JSON.readTree(RowFormat.JSON.print(names)))
          .extracting(row -> row.get("name").asText())
          .isEqualTo(OddNames.ALL);
      assertThat(csv(RowFormat.CSV.print(names)).stream().skip(1).map(row -> row[0]))
          .containsExactlyElementsOf(
              OddNames.ALL.stream().map(TestOddSweeps::withoutFormula).toList());
      assertThat(
              Rendered.table(RowFormat.MARKDOWN.print(names)).stream().skip(1).map(r -> r.get(0)))
          .containsExactlyElementsOf(OddNames.ALL.stream().map(TestOddSweeps::oneLine).toList());
      String table = RowFormat.TABLE.print(names);
      assertThat(table.lines()).hasSize(1 + OddNames.ALL.size());
      assertThat(table).doesNotContainPattern(UNSEEN);
      for (String name : OddNames.ALL) {
        Rows one =
            ask.apply(
                "select count(*) from results where name = '%s'"
                    .formatted(name.replace("\\", "\\\\").replace("'", "\\'")));
        assertThat(one.rows().get(0).getLong(0)).as(name).isEqualTo(2);
      }

      assertThat(
              RowFormat.CSV.print(
                  ask.apply(
                      "select gate, validation_loss l from results where sweep = 'nan' order by"
                          + " gate")))
          .isEqualTo("gate,l\ng0,NaN\ng1,Infinity\ng2,0.5\ng3,-Infinity\n");
      Rows wide = ask.apply("select * from results where sweep = 'wide' order by trial_id");
      assertThat(csv(RowFormat.CSV.print(wide)))
          .hasSize(9)
          .allMatch(row -> row.length > OddSweeps.AXES);
      assertThat(ask.apply("describe results").rows()).hasSizeGreaterThan(OddSweeps.AXES);
      assertThat(
              JSON.readTree(
                  RowFormat.JSON.print(
                      ask.apply(
                          "select a.message from attempts a join sweeps s using (sweep_id) where"
                              + " s.sweep = 'all-failed'"))))
          .extracting(row -> row.get("message").asText())
          .containsExactlyInAnyOrderElementsOf(OddNames.ALL);
    }
  }

  /** What Markdown and LaTeX can show of a name. */
  private static String oneLine(String name) {
    return name.replaceAll("[\\p{Cntrl}\\u2028]+", " ");
  }

  @Test
  void theReportHasEveryTrialAndNoMarkupOfTheirs() throws IOException {
    Map<String, Integer> trials =
        Map.of(
            OddSweeps.BEGUN,
            1,
            OddSweeps.ONE,
            1,
            OddSweeps.FAILED,
            12,
            OddSweeps.NAN,
            4,
            OddSweeps.WIDE,
            8,
            OddSweeps.NAMES,
            24);
    for (String name : OddSweeps.ALL) {
      Path html = runs.resolve(name + ".html");
      attune("report", run(name), "--html", html);
      String page = Files.readString(html);
      Matcher data =
          Pattern.compile(
                  "<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL)
              .matcher(page);
      assertThat(data.find()).isTrue();
      JsonNode json = JSON.readTree(data.group(1));
      assertThat(json.get("trials")).as(name).hasSize(trials.get(name));
      assertThat(page.replaceAll("(?s)<script.*?</script>", ""))
          .as(name)
          .doesNotContain("injected", "onerror");
      if (name.equals(OddSweeps.NAMES)) {
        assertThat(json.get("cells"))
            .extracting(cell -> cell.get(0).asText())
            .isEqualTo(OddNames.ALL);
      }
    }
  }

  private static Map<String, String> exported(String format) {
    return OddSweeps.ALL.stream()
        .collect(
            Collectors.toMap(
                name -> name,
                name -> attune("export", run(name), "--format", format),
                (a, b) -> a,
                TreeMap::new));
  }

  /** Cells with finished trials that have a finite value: the rows of a table. */
  private static final Map<String, Integer> CELLS =
      Map.of(
          OddSweeps.BEGUN,
          0,
          OddSweeps.ONE,
          1,
          OddSweeps.FAILED,
          0,
          OddSweeps.NAN,
          1,
          OddSweeps.WIDE,
          8,
          OddSweeps.NAMES,
          12);

  @Test
  void latexTablesCompile() throws Exception {
    Map<String, String> latex = exported("latex");
    latex.forEach(
        (name, text) ->
            assertThat(text.lines().filter(line -> line.endsWith(" \\\\")))
                .as(name)
                .hasSize(1 + CELLS.get(name)));
    assertThat(latex.get(OddSweeps.NAMES)).doesNotContain("\\input", "$x$");
    // A page has room for the names of a table, not for 400 columns.
    Latex.compile(Files.createDirectory(runs.resolve("tex")), String.join("\n", latex.values()));
  }

  @Test
  void markdownTablesRender() {
    exported("markdown")
        .forEach(
            (name, text) -> {
              List<List<String>> rows = Rendered.table(text);
              assertThat(rows).as(name).hasSize(1 + CELLS.get(name));
              assertThat(rows).as(name).allMatch(row -> row.size() == rows.get(0).size());
              if (name.equals(OddSweeps.WIDE)) {
                assertThat(rows.get(0)).hasSizeGreaterThanOrEqualTo(3);
              }
              if (name.equals(OddSweeps.NAMES)) {
                assertThat(rows.stream().skip(1).map(row -> row.get(0)))
                    .containsExactlyElementsOf(
                        OddNames.ALL.stream().map(TestOddSweeps::oneLine).toList());
              }
            });
  }

  @Test
  void csvTablesReadBackWithoutAFormula() {
    exported("csv")
        .forEach(
            (name, text) -> {
              List<String[]> rows = csv(text);
              assertThat(rows).as(name).hasSize(1 + CELLS.get(name));
              assertThat(rows).as(name).allMatch(row -> row.length == rows.get(0).length);
              if (name.equals(OddSweeps.NAMES)) {
                assertThat(rows.stream().skip(1).map(row -> row[0]))
                    .containsExactlyElementsOf(
                        OddNames.ALL.stream().map(TestOddSweeps::withoutFormula).toList());
              }
            });
  }

  @Test
  void mlflowRunsReadBackFieldByField() throws Exception {
    for (String name : OddSweeps.ALL) {
      Path store = runs.resolve("mlruns-" + name);
      attune("export", run(name), "--format", "mlflow", "--to", store);
      SweepView sweep = Sweeps.read(run(name).toString());
      Path experiment;
      try (Stream<Path> folders = Files.list(store)) {
        experiment = folders.filter(Files::isDirectory).findFirst().orElseThrow();
      }
      assertThat(MlflowStore.experiment(experiment).name()).isEqualTo(sweep.header().sweepId());
      Map<String, MlflowStore.Run> read = new TreeMap<>();
      try (Stream<Path> folders = Files.list(experiment)) {
        folders
            .filter(Files::isDirectory)
            .map(MlflowStore::run)
            .forEach(run -> read.put(run.name(), run));
      }
      assertThat(read).as(name).hasSize(sweep.trials().size());
      for (TrialStatus status : sweep.trials()) {
        assertSame(read.get(status.trial().id()), status, sweep);
      }
    }
  }

  /** A trial's run is what the journal says of it. */
  private static void assertSame(MlflowStore.Run run, TrialStatus status, SweepView sweep) {
    Attempt attempt = status.attempt().orElseThrow();
    Map<String, String> params = new TreeMap<>(status.trial().configuration().values());
    params.replaceAll((key, value) -> value.replaceAll("[\\p{Cntrl}\\u0085\\u2028]+", " "));
    params.put("replicate", String.valueOf(status.trial().replicate()));
    params.put("seed", String.valueOf(status.trial().seed()));
    assertThat(run.params()).containsExactlyInAnyOrderEntriesOf(params);
    assertThat(run.status())
        .isEqualTo(
            switch (status.state()) {
              case RUNNING -> 1;
              case FINISHED -> 3;
              case FAILED -> 4;
              default -> 5;
            });
    assertThat(run.startTime()).isEqualTo(attempt.startedAt().toEpochMilli());
    assertThat(run.endTime()).isEqualTo(attempt.endedAt().map(end -> end.toEpochMilli()));
    List<Metric> curve =
        sweep.metrics().stream().filter(m -> m.trialId().equals(status.trial().id())).toList();
    List<MlflowStore.Point> points = run.metrics().getOrDefault("validation_loss", List.of());
    assertThat(points).hasSizeGreaterThanOrEqualTo(curve.size());
    IntStream.range(0, curve.size())
        .forEach(
            i ->
                assertThat(points.get(i))
                    .isEqualTo(
                        new MlflowStore.Point(
                            curve.get(i).time().toEpochMilli(),
                            curve.get(i).value(),
                            curve.get(i).step())));
    attempt
        .metrics()
        .forEach(
            (metric, value) -> {
              List<MlflowStore.Point> of = run.metrics().get(metric);
              assertThat(of.get(of.size() - 1).value()).isEqualTo(value);
            });
    assertThat(run.tags())
        .containsEntry("attune.state", status.state().label())
        .containsEntry("attune.host", attempt.host())
        .containsEntry("attune.code_version", "0123456")
        .containsEntry("mlflow.runName", status.trial().id());
    attempt
        .cause()
        .ifPresent(cause -> assertThat(run.tags()).containsEntry("attune.cause", cause.label()));
    assertThat(run.tags().getOrDefault("attune.message", ""))
        .isEqualTo(attempt.message().replaceAll("[\\p{Cntrl}\\u0085\\u2028]+", " "));
  }

  @Test
  void statusWatchAndListSayHowEachStands() throws IOException {
    Map<String, String> stands =
        Map.of(
            OddSweeps.BEGUN, "1 trials: 0 finished",
            OddSweeps.ONE, "1 trials: 1 finished",
            OddSweeps.FAILED, "12 trials: 0 finished, 0 stopped, 0 running, 0 pending, 12 failed",
            OddSweeps.NAN, "4 trials: 4 finished",
            OddSweeps.WIDE, "8 trials: 8 finished",
            OddSweeps.NAMES, "24 trials: 24 finished");
    for (String name : OddSweeps.ALL) {
      String status = attune("status", run(name));
      assertThat(status).contains(stands.get(name)).doesNotContainPattern(UNSEEN);
      assertThat(JSON.readTree(attune("status", run(name), "--json")).has("total")).isTrue();
      assertThat(attune("watch", run(name)).lines()).as(name).hasSize(1);
    }
    assertThat(
            attune("status", run(OddSweeps.FAILED)).lines().filter(l -> l.contains("attempt 1,")))
        .as("the first ten, each in a line")
        .hasSize(10);
    assertThat(attune("list", "runs", runs).lines()).hasSize(1 + OddSweeps.ALL.size());
  }

  @Test
  void theBestHasANumberOrThereIsNone() throws IOException {
    for (String name : List.of(OddSweeps.BEGUN, OddSweeps.FAILED)) {
      Printed best = Printed.of("best", run(name));
      assertThat(best.exit()).isEqualTo(ExitCode.WRONG_INPUT);
      assertThat(best.error()).contains("has no best trial").doesNotContain("\tat ");
    }
    assertThat(attune("best", run(OddSweeps.ONE))).startsWith("the only cell (trial ");
    assertThat(attune("best", run(OddSweeps.NAN))).startsWith("gate=g2 (trial ");
    assertThat(attune("best", run(OddSweeps.NAMES)))
        .startsWith("name==cmd|'/C calc'!A0, seed 1 (trial ");
    assertThat(attune("best", run(OddSweeps.WIDE)).lines().findFirst().orElseThrow())
        .contains("axis-0=0, axis-1=0, ", "(trial ");
    SweepView odd = Sweeps.read(run(OddSweeps.NAMES).toString());
    for (TrialStatus trial : odd.trials()) {
      assertThat(attune("logs", run(OddSweeps.NAMES), "--trial", trial.trial().id()).lines())
          .hasSize(2)
          .noneMatch(line -> UNSEEN.matcher(line).find());
    }
  }

  @Test
  void anAnalysisSaysWhatThereIsToSay() throws IOException {
    Map<String, String> said =
        Map.of(
            OddSweeps.BEGUN, "there is nothing to analyze",
            OddSweeps.ONE, "Nothing varies between the cells",
            OddSweeps.FAILED, "there is nothing to analyze",
            OddSweeps.NAN, "left out: 3 without a finite value",
            OddSweeps.WIDE, "they change together",
            OddSweeps.NAMES, "best: name==cmd|'/C calc'!A0");
    for (String name : OddSweeps.ALL) {
      assertThat(attune("analyze", run(name)))
          .as(name)
          .contains(said.get(name))
          .doesNotContainPattern(UNSEEN);
    }
    assertThat(JSON.readTree(attune("analyze", run(OddSweeps.NAN), "--json")).at("/best/mean"))
        .isEqualTo(JSON.getNodeFactory().numberNode(0.5));
  }
}
