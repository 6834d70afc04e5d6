package org.attune.jobs.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.attune.jobs.ValidSweep;
import org.attune.jobs.sweep.Sweeps;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A query that cannot be answered is refused before Spark starts. */
class TestWrongQuery {

  private ValidSweep sweep;

  @BeforeEach
  void write(@TempDir Path folder) throws IOException {
    sweep = ValidSweep.in(folder);
  }

  @Test
  void queriesOfADirectoryThatIsNotThere() throws Exception {
    sweep.assertRefused(
        "There is no directory " + sweep.results(),
        "sql",
        "--out",
        sweep.results(),
        "select 1 from trials");
  }

  @Test
  void queriesOfADirectoryWithoutASweep() throws Exception {
    Files.createDirectories(sweep.results().resolve("empty"));
    sweep.assertRefused(
        sweep.results() + " holds no sweep",
        "sql",
        "--out",
        sweep.results(),
        "select 1 from trials");
  }

  @Test
  void queriesOfSeveralDirectoriesOfWhichOneIsNotThere() throws Exception {
    sweep.begin(ValidSweep.YAML).close();
    Path other = sweep.folder().resolve("other");
    sweep.assertRefused(
        "There is no directory " + other,
        "sql",
        "--out",
        sweep.results() + "," + other,
        "select 1");
  }

  @Test
  void aGlobIsLeftToTheReader() {
    assertThatCode(() -> Sweeps.requireTables(sweep.folder() + "/{results,other}"))
        .doesNotThrowAnyException();
  }

  @Test
  void aGlobThatMatchesNothing() throws Exception {
    sweep
        .assertRefused(
            "no directory matches it", "sql", "--out", sweep.folder() + "/nomatch-*", "select 1")
        .doesNotContain("stack trace");
  }

  @Test
  void aStatementThatWrites() throws Exception {
    sweep.begin(ValidSweep.YAML).close();
    Path kept =
        Files.writeString(
            Files.createDirectory(sweep.folder().resolve("mine")).resolve("kept"), "");

    sweep.assertRefused(
        "only SELECT statements run here (and SHOW, DESCRIBE, EXPLAIN), and this has insert into"
            + " dir",
        "sql",
        "--out",
        sweep.results(),
        "insert overwrite directory '" + kept.getParent() + "' using csv select 1");
    assertThat(kept).exists();
  }

  @Test
  void aQueryThatIsNotSql() throws Exception {
    sweep.begin(ValidSweep.YAML).close();
    sweep.assertRefused(
        "Invalid query at line 1, column 1: Syntax error at or near 'selec'; did you mean"
            + " 'select'?",
        "sql",
        "--out",
        sweep.results(),
        "selec 1");
  }

  @Test
  void rowsInAnUnknownFormat() throws Exception {
    sweep.begin(ValidSweep.YAML).close();
    sweep.assertRefused(
        "--format 'xml' is not one of",
        "sql",
        "--out",
        sweep.results(),
        "--format",
        "xml",
        "select 1");
  }
}
