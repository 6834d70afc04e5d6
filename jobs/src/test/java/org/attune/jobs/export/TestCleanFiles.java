package org.attune.jobs.export;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.Ran;
import org.attune.jobs.RecordedSweep;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exported tables, read by a reader that knows nothing of manifests. */
class TestCleanFiles {

  private static final Objective LOSS = new Objective("validation_loss", Objective.Goal.MINIMIZE);

  @TempDir Path folder;
  private Path runs;
  private Path clean;

  /** Two publishes: what was live in the first is settled in the second, so files hold both. */
  @BeforeEach
  void sweep() throws Exception {
    runs = folder.resolve("runs");
    clean = folder.resolve("clean");
    try (RecordedSweep sweep = RecordedSweep.in(runs, "gates", LOSS)) {
      sweep.running(Map.of("gate", "none"), 7).published();
    }
    try (RecordedSweep sweep = RecordedSweep.in(runs, "gates", LOSS)) {
      for (int seed = 0; seed < 3; seed++) {
        for (String gate : List.of("none", "learned")) {
          sweep.finished(
              Map.of("gate", gate), seed, Map.of("validation_loss", gate.length() + 0.1 * seed), 1);
        }
      }
      sweep.published();
    }
  }

  /** Checking whether a file is a table of Attune's reads the file's end, not all of it. */
  @Test
  void aFileTooLargeForMemoryIsNotReplacedUnasked() throws Exception {
    Path large = Files.createDirectories(clean).resolve("results.parquet");
    try (FileChannel sparse = FileChannel.open(large, CREATE, WRITE)) {
      sparse.write(ByteBuffer.wrap(new byte[1]), 3L << 30);
    }

    Ran ran = export("parquet", "--to", clean.toString());

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.error()).contains("results.parquet: it exists already");
  }

  @Test
  void oneFileATableHoldsEachRowOnceWhereTheGlobDoesNot() throws Exception {
    Ran ran = export("parquet", "--to", clean.toString());

    assertThat(ran.exit()).as(ran.error()).isZero();
    List<Group> results = rows(clean.resolve("results.parquet"));
    assertThat(results).hasSize(7);
    assertThat(
            results.stream()
                .filter(row -> row.getString("state", 0).equals("finished"))
                .map(row -> row.getString("cell", 0) + " " + row.getDouble("objective", 0)))
        .containsExactlyInAnyOrder(
            "gate=none 4.0",
            "gate=none 4.1",
            "gate=none 4.2",
            "gate=learned 7.0",
            "gate=learned 7.1",
            "gate=learned 7.2");
    assertThat(glob("results")).as("a glob finds nothing, rather than rows twice").isZero();
    try (Stream<Path> files = Files.list(clean)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "results.parquet",
              "trials.parquet",
              "attempts.parquet",
              "metrics.parquet",
              "artifacts.parquet",
              "sweeps.parquet",
              "notes.parquet",
              "pairs.parquet",
              "claims.parquet");
    }
  }

  /** No driver publishes notes, so a copy of the published tables once lacked them. */
  @Test
  void notesAreExportedAsWritten() throws Exception {
    assertThat(Printed.of("note", runs, "the gate wins #paper").exit()).isZero();

    assertThat(export("parquet", "--to", clean.toString()).exit()).isZero();

    List<Group> notes = rows(clean.resolve("notes.parquet"));
    assertThat(notes).hasSize(1);
    assertThat(notes.get(0).getString("text", 0)).isEqualTo("the gate wins #paper");
    assertThat(notes.get(0).getString("tags", 0)).isEqualTo("#paper");
    assertThat(notes.get(0).getString("sweep_id", 0))
        .isEqualTo(rows(clean.resolve("sweeps.parquet")).get(0).getString("sweep_id", 0));
  }

  @Test
  void aTableWithoutRowsStillHasItsFile() throws Exception {
    assertThat(export("parquet", "--to", clean.toString()).exit()).isZero();

    assertThat(rows(clean.resolve("artifacts.parquet"))).isEmpty();
  }

  @Test
  void aSecondExportReplacesTheFirst() throws Exception {
    assertThat(export("parquet", "--to", clean.toString()).exit()).isZero();
    assertThat(export("parquet", "--to", clean.toString()).exit()).isZero();

    assertThat(rows(clean.resolve("trials.parquet"))).hasSize(7);
  }

  @Test
  void aFileOfTheUserStaysWithoutForce() throws Exception {
    assertThat(export("duckdb", "--to", clean.toString()).exit()).isZero();
    for (String name : List.of("trials.parquet", "tables.sql")) {
      Path mine = Files.writeString(clean.resolve(name), "mine, " + name);

      Ran ran = export("duckdb", "--to", clean.toString());

      assertThat(ran.exit()).isEqualTo(2);
      assertThat(ran.error())
          .contains("Cannot write to " + mine + ": it exists already; choose another place");
      assertThat(mine).hasContent("mine, " + name);
      assertThat(export("duckdb", "--to", clean.toString(), "--force").exit()).isZero();
    }
    assertThat(rows(clean.resolve("trials.parquet"))).hasSize(7);
  }

  /** In /proc the system lets nobody make a file, whatever the permissions say. */
  @Test
  void aFolderInWhichTheSystemLetsNobodyWriteIsNamed() throws Exception {
    Ran ran = export("duckdb", "--to", "/proc");

    assertThat(ran.error())
        .contains("attune: Cannot write to /proc: ", "; name another folder with --to.")
        .doesNotContain("stack trace");
    assertThat(ran.exit()).isEqualTo(2);
  }

  @Test
  void theParquetFileOfAnotherProgramStays() throws Exception {
    assertThat(export("parquet", "--to", clean.toString()).exit()).isZero();
    Path other = clean.resolve("results.parquet");
    Files.copy(clean.resolve("trials.parquet"), other, StandardCopyOption.REPLACE_EXISTING);

    assertThat(export("parquet", "--to", clean.toString()).exit()).isEqualTo(2);

    assertThat(other).hasSameBinaryContentAs(clean.resolve("trials.parquet"));
  }

  /** A damaged file may still begin and end as Parquet does. */
  @Test
  void aParquetFileWithADamagedFooterStays() throws Exception {
    assertThat(export("parquet", "--to", clean.toString()).exit()).isZero();
    Path damaged = clean.resolve("results.parquet");
    byte[] bytes = Files.readAllBytes(damaged);
    Arrays.fill(bytes, bytes.length / 2, bytes.length - 8, (byte) 0xff);
    Files.write(damaged, bytes);

    Ran ran = export("parquet", "--to", clean.toString());

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.error()).contains("Cannot write to " + damaged + ": it exists already");
    assertThat(export("parquet", "--to", clean.toString(), "--force").exit()).isZero();
    assertThat(rows(damaged)).hasSize(7);
  }

  @Test
  void aDamagedTableLeavesTheFolderAsItWas() throws Exception {
    assertThat(export("parquet", "--to", clean.toString()).exit()).isZero();
    byte[] before = Files.readAllBytes(clean.resolve("attempts.parquet"));
    try (RecordedSweep sweep = RecordedSweep.in(runs, "gates", LOSS)) {
      sweep.finished(Map.of("gate", "none"), 3, Map.of("validation_loss", 9.0), 1).published();
    }
    try (Stream<Path> trials = Files.list(runs.resolve("tables/trials"))) {
      for (Path file : trials.toList()) {
        Files.delete(file);
      }
    }

    assertThat(export("parquet", "--to", clean.toString()).exit()).isNotZero();

    assertThat(clean.resolve("attempts.parquet")).hasBinaryContent(before);
    assertThat(clean).isDirectoryNotContaining("glob:**.export*");
  }

  @Test
  void theTimeOfTablesThatLackEventsIsPrinted() throws Exception {
    assertThat(lag()).isEmpty();
    try (RecordedSweep sweep = RecordedSweep.in(runs, "gates", LOSS)) {
      sweep.finished(Map.of("gate", "none"), 3, Map.of("validation_loss", 9.0), 1);
    }

    assertThat(lag())
        .containsPattern(
            "tables as of [0-9T:-]+Z: \\d+ later events are not in them, with the result of 1 trial;"
                + " run the sweep's command again to write them");
  }

  /** As after kill -9 in the first half a minute. */
  @Test
  void ofASweepWithoutTablesTheWayToThemIsPrinted(@TempDir Path bare) throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(bare, "bare", LOSS)) {
      sweep.finished(Map.of("gate", "none"), 3, Map.of("validation_loss", 9.0), 1).flush();
      assertThat(Printed.of("export", bare, "--format", "parquet", "--to", clean).error())
          .contains(bare + " has no tables yet; the first appear half a minute after its start.");
    }

    Printed refused = Printed.of("export", bare, "--format", "parquet", "--to", clean);

    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.error())
        .contains(bare + " has no tables yet; run the sweep's command again to write them.");
  }

  @Test
  void aFolderMustBeNamed() throws Exception {
    Ran ran = export("parquet");

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.error()).contains("name a folder with --to");
    Path file = Files.writeString(folder.resolve("file"), "mine");
    assertThat(export("parquet", "--to", file.toString()).exit()).isEqualTo(2);
    assertThat(file).hasContent("mine");
  }

  @Test
  void duckdbGetsTheFilesAndSqlThatNamesEachOnce() throws Exception {
    Ran ran = export("duckdb", "--to", clean.toString());

    assertThat(ran.exit()).as(ran.error()).isZero();
    List<String> tables =
        List.of(
            "results",
            "trials",
            "attempts",
            "metrics",
            "artifacts",
            "sweeps",
            "notes",
            "pairs",
            "claims");
    assertThat(Files.readAllLines(clean.resolve("tables.sql")))
        .containsExactlyInAnyOrderElementsOf(
            tables.stream()
                .map(t -> "create or replace table " + t + " as from '" + t + ".parquet';")
                .toList());
    assertThat(rows(clean.resolve("results.parquet"))).hasSize(7);
    assertThat(ran.output()).contains("(cd " + clean + " && duckdb sweep.duckdb < tables.sql)");
  }

  @Test
  void aDatabaseFileIsRefusedAndNothingIsWritten() throws Exception {
    Path file = folder.resolve("gates.duckdb");

    Ran ran = export("duckdb", "--to", file.toString());

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.error()).contains("only DuckDB itself can write this file. Name a folder");
    assertThat(file).doesNotExist();
  }

  private String lag() {
    return Printed.of("export", runs, "--format", "parquet", "--to", clean).error();
  }

  private Ran export(String... more) {
    List<String> words = new ArrayList<>(List.of("export", runs.toString(), "--format"));
    words.addAll(List.of(more));
    return Ran.attune(words.toArray(String[]::new));
  }

  private int glob(String table) throws IOException {
    try (Stream<Path> files = Files.list(runs.resolve("tables").resolve(table))) {
      int rows = 0;
      for (Path file : files.filter(path -> path.toString().endsWith(".parquet")).toList()) {
        rows += rows(file).size();
      }
      return rows;
    }
  }

  static List<Group> rows(Path file) throws IOException {
    try (ParquetReader<Group> reader =
        ParquetReader.builder(new GroupReadSupport(), new org.apache.hadoop.fs.Path(file.toUri()))
            .build()) {
      List<Group> rows = new ArrayList<>();
      for (Group row = reader.read(); row != null; row = reader.read()) {
        rows.add(row);
      }
      return rows;
    }
  }
}
