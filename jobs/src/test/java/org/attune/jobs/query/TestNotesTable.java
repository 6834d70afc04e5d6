package org.attune.jobs.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Notes as rows, which are there without another publication. */
class TestNotesTable {

  private static final Objective LOSS = new Objective("loss", Objective.Goal.MINIMIZE);

  @TempDir Path runs;

  private String trial;

  @BeforeEach
  void twoSweeps() throws Exception {
    for (String name : new String[] {"gates", "widths"}) {
      try (RecordedSweep sweep = RecordedSweep.in(runs.resolve(name), name, LOSS)) {
        sweep.finished(Map.of("a", "b"), 0, Map.of("loss", 1.0)).completed().published();
      }
    }
    trial = asked("select trial_id from trials limit 1").lines().skip(1).findFirst().orElseThrow();
  }

  private String asked(String query) throws Exception {
    return Printed.attune("sql", "--out", runs, "--format", "csv", query);
  }

  @Test
  void notesOnSweepsAndTrialsAreRowsWithTheirTagsAndTimes() throws Exception {
    assertThat(asked("select count(*) as n from notes")).isEqualTo("n\n0\n");
    Printed.attune("note", runs.resolve("gates"), "longer warm-up #paper, #re-run");
    Printed.attune("note", runs.resolve("gates"), "odd kink", "--trial", trial);
    Files.writeString(
        runs.resolve("gates/notes.txt"), "typed: no time #paper\n", StandardOpenOption.APPEND);

    assertThat(
            asked(
                "select sweep, trial_id, text, tags, time is not null as timed from notes"
                    + " join sweeps using (sweep_id) order by text"))
        .isEqualTo(
            """
            sweep,trial_id,text,tags,timed
            gates,,"longer warm-up #paper, #re-run",#paper #re-run,true
            gates,%s,odd kink,,true
            gates,,typed: no time #paper,#paper,false
            """
                .formatted(trial));
    assertThat(asked("select count(*) as n from notes where time > timestamp '2020-01-01'"))
        .isEqualTo("n\n2\n");
    assertThat(asked("show tables")).contains("notes,3,5,");
    assertThat(asked("describe notes")).contains("trial_id,string,");
  }

  /** As Zeppelin makes its views: a query reads the notes of the moment when it begins. */
  @Test
  void aViewOfTheDataSourceReadsTheNotesOfNow() throws Exception {
    try (QuerySession session = new QuerySession(runs.toString(), false)) {
      session
          .spark()
          .sql(
              "create or replace temporary view written using attune options (dir '%s', table 'notes')"
                  .formatted(runs));
      assertThat(session.spark().sql("select * from written").collectAsList()).isEmpty();
      Printed.attune("note", runs.resolve("widths"), "too narrow");

      assertThat(session.spark().sql("select text from written").collectAsList())
          .extracting(row -> row.getString(0))
          .isEqualTo(List.of("too narrow"));
    }
  }
}
