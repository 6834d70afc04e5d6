package org.attune.jobs.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.cluster.source.SweepTables;
import org.attune.jobs.Ran;
import org.attune.jobs.archive.SyntheticSweep;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestSqlPrompt {

  @TempDir static Path folder;
  private static Path sweep;

  @BeforeAll
  static void publish() throws IOException {
    sweep = folder.resolve("sweep");
    new SyntheticSweep("one", 8, 1, 1).publish(sweep);
  }

  @Test
  void statementsAreAnsweredOneByOneMistakesIncludedAndRemembered() throws IOException {
    Path history = folder.resolve("state").resolve("sql_history");
    String typed =
        """
        show tables;
        select gat from results
        select element_at(array(validation_loss), 0) from results
        select gate, count(*) n \\
        from results group by gate order by gate
        help
        exit
        select 'never asked'
        """;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (QuerySession session = new QuerySession(sweep.toString(), false)) {
      new SqlPrompt(
              session,
              RowFormat.CSV,
              new ByteArrayInputStream(typed.getBytes(UTF_8)),
              new PrintStream(printed, true, UTF_8),
              Optional.of(history))
          .run();
    }

    String text = printed.toString(UTF_8);
    assertThat(text)
        .contains("results,8,", "did you mean 'gate'?", "gate,n\ncomputed,2\nfrom-query,2\n")
        .containsPattern("\\(4 rows, \\d+\\.\\d s\\)")
        .contains("lists the tables")
        .contains("\nCannot answer the query: The index 0 is invalid.")
        .doesNotContain("never asked,", "\tat ", "Driver stacktrace");
    assertThat(Files.readString(history)).contains("show tables", "select gat from results");
  }

  @Test
  void aHistoryThatOthersCouldHaveWrittenIsLeftAlone() throws IOException {
    Path state = Files.createDirectory(folder.resolve("shared"));
    Path target = Files.writeString(state.resolve("target"), "planted");
    Path history = state.resolve("sql_history");
    Files.writeString(history, "planted");
    Files.setPosixFilePermissions(history, PosixFilePermissions.fromString("rw-rw----"));
    assertThat(type("show tables", history))
        .startsWith("This prompt keeps no history: its file must be one that you can write and");
    assertThat(history).hasContent("planted");

    Files.delete(history);
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-----w-"));
    Files.createSymbolicLink(history, target);
    type("show tables", history);
    assertThat(target).hasContent("planted");

    Files.delete(history);
    assertThat(type("show tables", history)).doesNotContain("history");
    assertThat(history).content().startsWith("show tables\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(history)))
        .isEqualTo("rw-------");
  }

  private static String type(String line, Path history) throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (QuerySession session = new QuerySession(sweep.toString(), false)) {
      new SqlPrompt(
              session,
              RowFormat.CSV,
              new ByteArrayInputStream((line + "\nexit\n").getBytes(UTF_8)),
              new PrintStream(printed, true, UTF_8),
              Optional.of(history))
          .run();
    }
    return printed.toString(UTF_8);
  }

  @Test
  void aStatementReadsNoVariableOfTheShell() {
    String names = "'${env:PATH}' a, '${system:user.home}' b, '${spark.master}' c";
    Ran query = Ran.attune("sql", "--out", sweep.toString(), "--format", "csv", "select " + names);

    assertThat(query.exit()).as(query.error()).isZero();
    assertThat(query.output())
        .isEqualTo("a,b,c\n${env:PATH},${system:user.home},${spark.master}\n");
  }

  @Test
  void aQueryThatFailsOnARowSaysWhyAndNoMore() {
    Ran ran =
        Ran.attune(
            "sql",
            "--out",
            sweep.toString(),
            "select element_at(array(validation_loss), 0) from results");

    assertThat(ran.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.error())
        .startsWith("attune: Cannot answer the query: The index 0 is invalid.")
        .doesNotContain("\tat ", "Driver stacktrace");
    assertThat(ran.output()).isEmpty();
  }

  @Test
  void statementsFromAPipeAreAnsweredUntilOneIsWrong() throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (QuerySession session = new QuerySession(sweep.toString(), false)) {
      SqlScript script =
          new SqlScript(session, RowFormat.CSV, new PrintStream(printed, true, UTF_8));
      String statements =
          "show tables like 'art*';\n\ndescribe\nmetrics step;\nselect gat from results";
      assertThatThrownBy(() -> script.run(new StringReader(statements)))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("did you mean 'gate'?");
    }
    assertThat(printed.toString(UTF_8))
        .startsWith("table,rows,columns,description\nartifacts,0,8,")
        .contains("step,bigint,steps,the training step");
  }

  @Test
  void tabEndsTablesAfterFromAndColumnsElsewhere() throws IOException {
    SqlCompleter completer = new SqlCompleter(SweepTables.current(sweep.toString()));
    assertThat(completed(completer, "select * from re")).containsExactly("results");
    assertThat(completed(completer, "describe att")).containsExactly("attempts");
    assertThat(completed(completer, "select validation_l")).containsExactly("validation_loss");
    assertThat(completed(completer, "select ga")).contains("gate").doesNotContain("wall_seconds");
    assertThat(completed(completer, "sel")).containsExactly("select");
    assertThat(completed(completer, "select x from metrics where va"))
        .as("columns of the tables named")
        .containsExactly("value");
    assertThat(completed(completer, "select zzz")).isEmpty();
  }

  private static List<String> completed(SqlCompleter completer, String line) {
    List<CharSequence> candidates = new ArrayList<>();
    completer.complete(line, line.length(), candidates);
    return candidates.stream().map(CharSequence::toString).toList();
  }
}
