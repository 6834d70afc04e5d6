package org.attune.cluster.table;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.api.search.Objective;
import org.attune.api.storage.Storage;
import org.attune.sweeps.event.NamedCell;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.TableRows;
import org.attune.sweeps.table.TableSchema;

/** A sweep's directory with epochs and published tables, for tests. */
public final class PublishedSweep {
  public static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);

  private static final SweepHeader HEADER =
      new SweepHeader(
          "published-00000000",
          "published",
          "sweep: published",
          0,
          1,
          new Objective("validation_loss", Objective.Goal.MINIMIZE),
          0,
          1,
          new TreeMap<>());

  private PublishedSweep() {}

  /** Takes the sweep over as the driver of a new epoch. */
  public static TablePublisher begin(Storage storage, Clock clock) throws IOException {
    try (SweepJournal journal = open(storage)) {
      return new TablePublisher(storage, journal, clock);
    }
  }

  /** Opens the sweep's journal as the driver of a new epoch. */
  public static SweepJournal open(Storage storage) throws IOException {
    return open(storage, List.of());
  }

  /** Like {@link #open(Storage)}, with cells that the sweep file names. */
  static SweepJournal open(Storage storage, List<NamedCell> cells) throws IOException {
    SweepHeader header =
        new SweepHeader(
            HEADER.sweepId(),
            HEADER.name(),
            HEADER.specText(),
            HEADER.design(),
            HEADER.seed(),
            HEADER.trials(),
            HEADER.objectives(),
            HEADER.retries(),
            HEADER.wallTime(),
            HEADER.runTime(),
            HEADER.threadsPerTrial(),
            HEADER.provenance(),
            cells,
            HEADER.tuned(),
            HEADER.better());
    return SweepJournal.open(storage, header, true);
  }

  public static TableRows rows(
      String table, List<Column> columns, List<Object[]> settled, List<Object[]> live) {
    return new TableRows(new TableSchema(table, columns), settled, live);
  }

  /** The rows of every table in force, read without Spark. */
  public static SortedMap<String, List<Object[]>> read(Storage storage) throws IOException {
    return read(storage, new ManifestReader(storage).read().orElseThrow());
  }

  /** The rows of every table of a manifest, read without Spark. */
  static SortedMap<String, List<Object[]>> read(Storage storage, Manifest manifest)
      throws IOException {
    SortedMap<String, List<Object[]>> tables = new TreeMap<>();
    for (var table : manifest.tables().entrySet()) {
      List<Object[]> rows = new ArrayList<>();
      for (Manifest.TableFile file : table.getValue().files()) {
        int before = rows.size();
        byte[] parquet = DataFiles.read(storage, file);
        ParquetRows.read(parquet, table.getValue().columns(), rows::add);
        if (rows.size() - before != file.rows()) {
          throw new IOException("%s has %d rows".formatted(file, rows.size() - before));
        }
      }
      tables.put(table.getKey(), rows);
    }
    return tables;
  }
}
