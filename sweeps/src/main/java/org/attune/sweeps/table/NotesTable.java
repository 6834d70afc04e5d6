package org.attune.sweeps.table;

import static org.attune.sweeps.table.Column.Type.STRING;
import static org.attune.sweeps.table.Column.Type.TIMESTAMP;

import java.util.Optional;
import org.attune.sweeps.store.SweepNote;

/** The columns of {@code notes}. */
final class NotesTable {

  /** What a row is made of. */
  record Row(String sweepId, SweepNote note) {}

  static final Table<Row> TABLE =
      Table.<Row>of("notes", "one row for each note that somebody wrote on a sweep or a trial")
          .with("sweep_id", STRING, Row::sweepId)
          .says("the sweep")
          .maybe("trial_id", STRING, row -> row.note().trial())
          .says("the trial that the note is on; null where it is on the sweep")
          .maybe("time", TIMESTAMP, row -> row.note().time())
          .says("when it was written; null for a line of notes.txt that begins with no time")
          .with("text", STRING, row -> row.note().text())
          .says("the note, with its tags")
          .maybe("tags", STRING, row -> tags(row.note()))
          .says("its words with #, with a blank between two, such as #paper #look");

  private NotesTable() {}

  private static Optional<String> tags(SweepNote note) {
    return Optional.of(String.join(" ", note.tags())).filter(tags -> !tags.isEmpty());
  }
}
