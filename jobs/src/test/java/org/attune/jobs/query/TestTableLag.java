package org.attune.jobs.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sql} says beside its rows which events the tables lack. */
class TestTableLag {

  private static final Objective LOSS = new Objective("loss", Objective.Goal.MINIMIZE);

  @TempDir Path runs;

  @Test
  void laterEventsAreCountedBesideTheRows() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(runs, "gates", LOSS)) {
      sweep.finished(Map.of("gate", "none"), 0, Map.of("loss", 1.0)).published();
      assertThat(describe("results").error()).isEmpty();
      sweep.finished(Map.of("gate", "none"), 1, Map.of("loss", 2.0)).flush();
      assertThat(ofOpenJournal())
          .endsWith("later events are not in them, with the result of 1 trial\n");
    }
    writeJournalAt(Instant.now().plusSeconds(60));

    Printed rows = describe("results");

    assertThat(rows.exit()).isZero();
    assertThat(rows.error())
        .matches(
            "tables as of [0-9T:-]+Z: \\d+ later events are not in them, with the result of 1 trial;"
                + " run the sweep's command again to write them\n");
    assertThat(rows.output()).contains("objective").doesNotContain("tables as of");
  }

  /** Such as that someone looked at the sealed split: status says the tables are up to date. */
  @Test
  void whatFollowsTheResultsOfACompleteSweepIsNotCounted() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(runs, "gates", LOSS)) {
      sweep.finished(Map.of("gate", "none"), 0, Map.of("loss", 1.0)).published().completed();
    }
    writeJournalAt(Instant.now().plusSeconds(60));

    assertThat(describe("results").error()).isEmpty();
    assertThat(Printed.of("status", runs).output()).contains("\ntables: up to date\n");
    assertThat(
            Printed.of("export", runs, "--format", "parquet", "--to", runs.resolve("clean"))
                .error())
        .isEmpty();
  }

  @Test
  void aDamagedJournalDoesNotHinderAQuery() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(runs, "gates", LOSS)) {
      sweep.finished(Map.of("gate", "none"), 0, Map.of("loss", 1.0)).published();
    }
    try (Stream<Path> files = Files.list(runs.resolve("journal"))) {
      for (Path file : files.toList()) {
        Files.writeString(file, "damaged");
      }
    }
    writeJournalAt(Instant.now().plusSeconds(60));

    assertThat(describe("results").exit()).isZero();
  }

  @Test
  void anUnknownColumnOfEmptyTablesMayStillCome() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(runs, "gates", LOSS)) {
      sweep.published();
    }

    Printed refused = Printed.of("sql", "--out", runs, "select lr from results");

    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.error()).contains("no column 'lr'", "no trial is in the tables yet");
  }

  /** After a flush the journal's writer puts one mark, which may undo the time that is set here. */
  private String ofOpenJournal() throws Exception {
    writeJournalAt(Instant.now().plusSeconds(60));
    String lag = describe("results").error();
    if (!lag.isEmpty()) {
      return lag;
    }
    writeJournalAt(Instant.now().plusSeconds(60));
    return describe("results").error();
  }

  private Printed describe(String table) {
    return Printed.of("sql", "--out", runs, "describe " + table);
  }

  private void writeJournalAt(Instant time) throws Exception {
    try (Stream<Path> files = Files.list(runs.resolve("journal"))) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, FileTime.from(time));
      }
    }
  }
}
