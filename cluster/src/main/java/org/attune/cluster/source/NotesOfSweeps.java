package org.attune.cluster.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.api.storage.Storage;
import org.attune.cluster.table.SurvivingTables;
import org.attune.sweeps.store.SweepNote;
import org.attune.sweeps.store.SweepNotes;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.Tables;

/**
 * The table of notes, read from what people wrote beside each sweep. No driver publishes it: a note
 * often comes after the last one has ended.
 */
final class NotesOfSweeps {

  private static final String SWEEPS = "sweeps";
  private static final String SWEEP_ID = "sweep_id";

  private NotesOfSweeps() {}

  static List<Column> columns() {
    return Tables.named(Tables.NOTES).orElseThrow().schema().columns();
  }

  /** The rows of all notes, with a value or null for each column. */
  static List<Object[]> rows(List<SweepDirectory> sweeps) throws IOException {
    List<Object[]> rows = new ArrayList<>();
    SideBySide.map(sweeps, NotesOfSweeps::of).forEach(rows::addAll);
    return rows;
  }

  private static List<Object[]> of(SweepDirectory sweep) throws IOException {
    Storage storage = sweep.manifests().storage();
    List<SweepNote> notes = new SweepNotes(storage).notes();
    Optional<String> id = notes.isEmpty() ? Optional.empty() : id(storage);
    return id.isPresent() ? Tables.notes(id.get(), notes).live() : List.of();
  }

  /** As the table of sweeps has it; empty before the first publication. */
  private static Optional<String> id(Storage storage) throws IOException {
    return SurvivingTables.of(storage).rows(SWEEPS).stream()
        .map(row -> (String) row.get(SWEEP_ID))
        .findFirst();
  }
}
