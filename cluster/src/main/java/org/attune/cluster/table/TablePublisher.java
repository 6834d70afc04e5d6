package org.attune.cluster.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.cluster.table.Manifest.DataFile;
import org.attune.cluster.table.Manifest.Table;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.store.Storage;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.TableRows;

/**
 * Publishes a sweep's tables from the driver: one consistent state of all of them at a time.
 *
 * <p>Rows that are settled are written once, into a file of their own for each publish; rows that
 * may still change go into one small file that the next publish drops. When a table has more than
 * {@value #MOST_FILES} small files, these are merged. Readers see nothing of a publish until, as
 * its last step, this epoch's {@code CURRENT} names its manifest; a publish that fails changes
 * nothing that is read, and its rows must be given again.
 *
 * <p>The first publish of an epoch takes all settled rows, from the replayed journal, and leaves
 * nothing of the files that an earlier driver wrote; later ones take those new since. Files that
 * are no longer part of the tables are deleted {@linkplain #RETENTION a day} later, so that a
 * reader who began with them can end.
 *
 * <p>Not safe for several threads.
 */
public final class TablePublisher {
  /** How long a file that is no longer part of the tables can still be read. */
  public static final Duration RETENTION = Duration.ofHours(24);

  /** So many small settled files of a table are left unmerged. */
  static final int MOST_FILES = 16;

  /** From this length on, in bytes, a file is not small and is never merged again. */
  static final long LARGE = 32L << 20;

  private final Storage storage;
  private final int epoch;
  private final String current;
  private final Clock clock;
  private final Deque<Superseded> superseded = new ArrayDeque<>();
  private SortedMap<String, Table> tables = new TreeMap<>();
  private List<String> inForce = List.of();
  private long version;

  /**
   * Prepares to publish; reads and writes nothing yet.
   *
   * @param storage of the sweep
   * @param journal of the driver that publishes: it has the epoch
   * @param clock tells when a file was superseded
   */
  public TablePublisher(Storage storage, SweepJournal journal, Clock clock) {
    this.storage = storage;
    this.epoch = journal.epoch();
    this.current = journal.currentPath();
    this.clock = clock;
  }

  /**
   * Makes these rows the tables that readers see.
   *
   * @param update each table at most once: its settled rows that are new since the publish before,
   *     and all its live rows; a table left out stays as it is
   */
  public void publish(List<TableRows> update) throws IOException {
    version++;
    List<String> written = new ArrayList<>();
    try {
      SortedMap<String, Table> changed = new TreeMap<>(tables);
      for (TableRows rows : update) {
        String name = rows.schema().name();
        changed.put(name, write(rows, Optional.ofNullable(tables.get(name)), written));
      }
      String manifest = TablePaths.manifest(epoch, version);
      written.add(manifest);
      storage.replace(manifest, Manifest.of(epoch, version, clock.instant(), changed).encode());
      storage.replace(current, (manifest + "\n").getBytes(UTF_8));
      moveTo(manifest, changed, written);
    } catch (IOException | RuntimeException e) {
      supersede(written);
      throw e;
    }
    deleteExpired();
  }

  private Table write(TableRows update, Optional<Table> old, List<String> written)
      throws IOException {
    String name = update.schema().name();
    List<Column> columns = update.schema().columns();
    List<Column> union = columns;
    List<DataFile> files = new ArrayList<>();
    if (old.isPresent()) {
      union = Columns.union(old.get().columns(), columns, "table " + name);
      old.get().files().stream().filter(file -> !file.live()).forEach(files::add);
    }
    if (!update.settled().isEmpty()) {
      String path = TablePaths.settled(name, epoch, version);
      files.add(store(path, false, encoded(name, columns, update.settled()), written));
    }
    files = merged(name, union, files, written);
    if (!update.live().isEmpty()) {
      String path = TablePaths.live(name, epoch, version);
      files.add(store(path, true, encoded(name, columns, update.live()), written));
    }
    return new Table(union, files);
  }

  private List<DataFile> merged(
      String table, List<Column> columns, List<DataFile> files, List<String> written)
      throws IOException {
    Deque<DataFile> small = new ArrayDeque<>();
    List<DataFile> result = new ArrayList<>();
    for (DataFile file : files) {
      (file.bytes() < LARGE ? small : result).add(file);
    }
    if (small.size() <= MOST_FILES) {
      return files;
    }
    for (int part = 1; !small.isEmpty(); part++) {
      ParquetRows.Sink sink = new ParquetRows.Sink(table, columns);
      for (long bytes = 0; bytes < LARGE && !small.isEmpty(); ) {
        DataFile file = small.remove();
        bytes += file.bytes();
        try (InputStream in = storage.open(file.path())) {
          ParquetRows.read(in.readAllBytes(), columns, sink::add);
        }
      }
      String path = TablePaths.merged(table, epoch, version, part);
      result.add(store(path, false, sink, written));
    }
    return result;
  }

  private static ParquetRows.Sink encoded(String table, List<Column> columns, List<Object[]> rows)
      throws IOException {
    ParquetRows.Sink sink = new ParquetRows.Sink(table, columns);
    for (Object[] row : rows) {
      sink.add(row);
    }
    return sink;
  }

  private DataFile store(String path, boolean live, ParquetRows.Sink rows, List<String> written)
      throws IOException {
    byte[] parquet = rows.finish();
    written.add(path);
    storage.replace(path, parquet);
    return new DataFile(path, rows.rows(), parquet.length, live);
  }

  private void moveTo(String manifest, SortedMap<String, Table> changed, List<String> written)
      throws IOException {
    Set<String> kept = new HashSet<>();
    kept.add(manifest);
    changed.values().forEach(table -> table.files().forEach(file -> kept.add(file.path())));

    Set<String> dropped = new LinkedHashSet<>(inForce);
    dropped.addAll(written);
    if (tables.isEmpty()) {
      dropped.addAll(ofOlderEpochs());
    }
    dropped.removeAll(kept);
    supersede(dropped);
    inForce = List.copyOf(kept);
    tables = changed;
  }

  private List<String> ofOlderEpochs() throws IOException {
    List<String> files = new ArrayList<>();
    for (String folder : storage.list(TablePaths.ROOT)) {
      for (String name : storage.list(TablePaths.ROOT + "/" + folder)) {
        OptionalInt written = TablePaths.epoch(name);
        if (written.isPresent() && written.getAsInt() < epoch) {
          files.add(TablePaths.ROOT + "/" + folder + "/" + name);
        }
      }
    }
    return files;
  }

  private void supersede(Collection<String> paths) {
    Instant now = clock.instant();
    paths.forEach(path -> superseded.add(new Superseded(path, now)));
  }

  private void deleteExpired() throws IOException {
    Instant expired = clock.instant().minus(RETENTION);
    while (!superseded.isEmpty() && !superseded.peek().since().isAfter(expired)) {
      storage.delete(superseded.peek().path());
      superseded.remove();
    }
  }

  private record Superseded(String path, Instant since) {}
}
