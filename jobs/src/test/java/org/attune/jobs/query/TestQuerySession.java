package org.attune.jobs.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.attune.cluster.spark.SparkVersion;
import org.attune.jobs.Printed;
import org.attune.jobs.archive.SyntheticSweep;
import org.attune.jobs.console.InputException;
import org.attune.sweeps.table.Tables;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statements over tables of the real writer. */
class TestQuerySession {

  private static final int SWEEPS = 3;
  private static final int TRIALS = 8;

  @TempDir static Path runs;

  @BeforeAll
  static void publish() throws IOException {
    for (int i = 0; i < SWEEPS; i++) {
      new SyntheticSweep("s" + i, TRIALS, 2, 1).publish(runs.resolve("s" + i));
    }
  }

  @BeforeEach
  void forgetTheSessionsOfOtherTests() {
    SparkSession.clearActiveSession();
    SparkSession.clearDefaultSession();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "select gat from results|line 1, column 8: there is no column 'gat'; did you mean 'gate'? 'describe results' lists",
        "select attention.gate from results|there is no column 'gate'; columns have no prefix: write gate",
        "select r.objectiv from trials r|there is no column 'objectiv'; did you mean 'objective'?",
        "select * from reslts|column 15: there is no table 'reslts'; did you mean 'results'?",
        "select 1 from trials where exists (select 1 from metric)|did you mean 'metrics'?",
        "select agv(objective) from trials|there is no function 'agv'; did you mean 'avg'?",
        "select gate, count(*) from results|GROUP BY",
        "select sum(objective, 1) from trials|`sum` requires 1 parameters",
        "with best as (select gat from results) select * from best|did you mean 'gate'?",
        "describe trails|There is no table 'trails'; did you mean 'trials'? the tables are ",
        "describe trials objectve|no column 'objectve' in trials; did you mean 'objective'?",
      })
  void aWrongNameIsToldWithTheNearestAndWithoutSpark(String query, String message) {
    try (QuerySession session = new QuerySession(runs.toString(), false)) {
      assertThatThrownBy(() -> session.run(Statement.parse(query)))
          .isInstanceOf(InputException.class)
          .hasMessageContaining(message);
      // Spark 4's analysis looks for a function in a catalog that a check before Spark has not.
      boolean asksSpark = message.contains("no function") && !version().startsWith("3.");
      assertThat(SparkSession.getActiveSession().isEmpty()).isEqualTo(!asksSpark);
    }
  }

  private static String version() {
    return SparkVersion.current().text();
  }

  @Test
  void whatIsThereIsNotTakenForAWrongName() throws IOException {
    List<String> queries =
        List.of(
            "select current_date, current_user, user from results limit 1",
            "select gate as g, count(*) n from results group by all having n > 1 order by all",
            "select gate, rank() over (partition by gate order by objective) r from results",
            "select transform(array(objective), o -> o + 1) from results",
            "select r.gate, k from results r lateral view explode(array(1)) t as k",
            "select x from (select objective x from trials)",
            "select params['attention.gate'] from trials where TRIAL_ID is not null");
    try (QuerySession session = new QuerySession(runs.resolve("s0").toString(), true)) {
      for (String query : queries) {
        assertThat(session.run(Statement.parse(query)).rows()).as(query).isNotEmpty();
      }
    }
  }

  @Test
  void aCopyBesideItsSweepIsTold(@TempDir Path parent) throws IOException {
    FileUtils.copyDirectory(runs.resolve("s0").toFile(), parent.resolve("s0").toFile());
    FileUtils.copyDirectory(runs.resolve("s1").toFile(), parent.resolve("s1").toFile());
    String count = "select count(*) from trials";
    assertThat(Printed.of("sql", "--out", parent, count).error()).doesNotContain("warning");
    FileUtils.copyDirectory(runs.resolve("s0").toFile(), parent.resolve("s2").toFile());

    assertThat(Printed.of("sql", "--out", parent, count).error())
        .contains("s2 is a copy of ", "s0: rows count twice");
  }

  @Test
  void aCopyIsToldOncePerSession(@TempDir Path parent) throws IOException {
    FileUtils.copyDirectory(runs.resolve("s0").toFile(), parent.resolve("s0").toFile());
    FileUtils.copyDirectory(runs.resolve("s0").toFile(), parent.resolve("s2").toFile());
    PrintStream err = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setErr(new PrintStream(bytes, true, UTF_8));
    try (QuerySession session = new QuerySession(parent.toString(), false)) {
      session.run(Statement.parse("select count(*) from trials"));
      session.run(Statement.parse("select count(*) from trials"));
    } finally {
      System.setErr(err);
    }
    assertThat(bytes.toString(UTF_8)).containsOnlyOnce("s0: rows count twice");
  }

  @Test
  void tablesAndColumnsAreDescribedWithoutSpark() throws IOException {
    try (QuerySession session = new QuerySession(runs.toString(), false)) {
      assertThat(cells(session.run(Statement.parse("show tables"))))
          .extracting(cells -> cells.get(0), cells -> cells.get(1))
          .contains(
              org.assertj.core.groups.Tuple.tuple("results", "24"),
              org.assertj.core.groups.Tuple.tuple("metrics", "96"),
              org.assertj.core.groups.Tuple.tuple("sweeps", "3"));
      assertThat(cells(session.run(Statement.parse("describe attempts"))))
          .hasSize(Tables.named("attempts").orElseThrow().schema().columns().size())
          .contains(
              List.of(
                  "wall_seconds",
                  "double",
                  "s",
                  "from its beginning to its end; an abandoned attempt ends when the next driver finds it"));
      assertThat(cells(session.run(Statement.parse("describe results"))))
          .allMatch(cells -> !cells.get(3).isEmpty(), "every column says what it is")
          .anyMatch(cells -> cells.get(0).equals("gate") && cells.get(3).contains("attention.gate"))
          .anyMatch(cells -> cells.get(0).equals("validation_loss") && cells.get(2).equals("loss"));
      assertThat(cells(session.run(Statement.parse("desc results gate")))).hasSize(1);
      assertThat(SparkSession.getActiveSession().isEmpty()).isTrue();
    }
  }

  @Test
  void queriesOverManySweepsAreAnsweredAndLeaveNothingInTheWorkingDirectory() throws IOException {
    List<String> before = workingDirectory();
    try (QuerySession session = new QuerySession(runs.toString(), false)) {
      Rows byGate =
          session.run(
              Statement.parse(
                  "select gate, count(*) n, count(distinct sweep) s from results group by gate"));
      assertThat(cells(byGate))
          .containsExactlyInAnyOrderElementsOf(
              SyntheticSweep.GATES.stream().map(gate -> List.of(gate, "6", "3")).toList());
      Rows joined =
          session.run(
              Statement.parse(
                  "select count(*) from metrics m join trials t using (sweep_id, trial_id)"
                      + " where t.params['attention.gate'] = 'none'"));
      assertThat(cells(joined)).containsExactly(List.of("24"));
      assertThat(session.spark().catalog().tableExists("artifacts"))
          .as("a table that no query names is not opened")
          .isFalse();
      assertThatThrownBy(() -> session.run(Statement.parse("select gat from results")))
          .hasMessageContaining("did you mean 'gate'?");
    }
    assertThat(workingDirectory()).isEqualTo(before);
  }

  private static List<String> workingDirectory() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(""))) {
      return files.map(Path::toString).sorted().toList();
    }
  }

  private static List<List<String>> cells(Rows rows) {
    return rows.rows().stream().map(TestQuerySession::cells).toList();
  }

  private static List<String> cells(Row row) {
    return IntStream.range(0, row.size()).mapToObj(i -> String.valueOf(row.get(i))).toList();
  }
}
