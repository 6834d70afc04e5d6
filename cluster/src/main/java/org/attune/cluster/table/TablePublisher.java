package org.attune.cluster.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.api.storage.DamagedFileException;
import org.attune.api.storage.Storage;
import org.attune.cluster.table.Manifest.TableFile;
import org.attune.cluster.table.Manifest.TableVersion;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.CurrentTables;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.store.Digest;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.TableRows;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes a sweep's tables from the driver; each publication is one consistent state of all
 * tables.
 *
 * <p>The publisher writes settled rows once, into a separate file per publication. Rows that may
 * still change go into one small file, which it rewrites only after a change. It {@linkplain
 * Merging merges} many small files. The last step of a publication makes this epoch's {@code
 * CURRENT} name its manifest; until then readers see nothing of it. A failed publication changes
 * nothing that readers see. Its rows must be given again, from {@link #settledRows} on.
 *
 * <p>A driver that takes over a sweep {@linkplain #inherit inherits} the published settled rows,
 * and writes only new ones. Without inheriting, its first publication takes all settled rows from
 * the replayed journal, and drops all files of earlier drivers. Files that are no longer part of
 * the tables stay for {@linkplain #RETENTION a day}, so that readers that began with them can
 * finish. The manifest that dropped them lists them. {@link #deleteExpired} of this driver or a
 * later one deletes them.
 *
 * <p>Not safe for several threads.
 */
public final class TablePublisher {
  /** How long a file stays readable after the tables drop it. */
  public static final Duration RETENTION = Duration.ofHours(24);

  private static final Logger LOG = LoggerFactory.getLogger(TablePublisher.class);

  private final Storage storage;
  private final SweepJournal journal;
  private final Clock clock;
  private final Superseded superseded;
  private final Map<String, List<Object[]>> liveRows = new HashMap<>();
  private final Set<String> failed = new LinkedHashSet<>();
  private SortedMap<String, TableVersion> tables = new TreeMap<>();
  private Set<String> currentFiles = Set.of();
  private Optional<String> writer = Optional.empty();
  private boolean published;
  private long version;

  /**
   * Prepares to publish; reads and writes nothing yet.
   *
   * @param storage the sweep's storage
   * @param journal the publishing driver's journal, which has the epoch
   * @param clock the clock for the times at which files are superseded
   */
  public TablePublisher(Storage storage, SweepJournal journal, Clock clock) {
    this.storage = storage;
    this.journal = journal;
    this.clock = clock;
    this.superseded = new Superseded(storage, journal.epoch());
  }

  /**
   * Takes over the settled rows of the tables that were current when this epoch began, so that
   * publications write only new rows. Call this method before any publication.
   *
   * <p>It takes over rows only from the same version of Attune, since another may make other rows
   * from the same events. The spec, the user's names of cells and the {@linkplain CellNames#style
   * style} of other names must be the same too, since rows show them. It also requires that all
   * their files are unchanged since they were written.
   *
   * @param version the version of Attune that makes the rows
   * @param style how names write values
   */
  public void inherit(String version, String style) throws IOException {
    String key = key(version, style);
    writer = Optional.of(key);
    Optional<CurrentTables> before = journal.inheritedTables();
    if (before.isEmpty() || before.get().sha256().isEmpty()) {
      return;
    }
    try {
      Manifest manifest = ManifestReader.read(storage, before.get());
      if (key.equals(manifest.writer())) {
        inherit(manifest);
      }
    } catch (DamagedFileException damaged) {
      LOG.warn("All tables are written anew: {}", damaged.getMessage());
    }
  }

  /** What the rows depend on besides the events. */
  private String key(String version, String style) {
    SweepHeader header = journal.state().header();
    String shown = header.specText() + header.cells() + style;
    return version + " " + Digest.of(shown.getBytes(UTF_8)).sha256();
  }

  /** Starts over if the published rows name cells in another style. */
  public void renameFor(String version, String style) {
    Optional<String> key = Optional.of(key(version, style));
    if (!writer.equals(key)) {
      writer = key;
      startOver();
    }
  }

  private void inherit(Manifest manifest) throws IOException {
    SortedMap<String, TableVersion> settled = new TreeMap<>();
    Set<String> files = new HashSet<>();
    for (Map.Entry<String, TableVersion> table : manifest.tables().entrySet()) {
      List<TableFile> kept =
          table.getValue().files().stream().filter(file -> !file.live()).toList();
      for (TableFile file : kept) {
        DataFiles.require(storage, file);
        files.add(file.path());
      }
      settled.put(table.getKey(), new TableVersion(table.getValue().columns(), kept));
    }
    tables = settled;
    currentFiles = files;
  }

  /**
   * Forgets the published rows. The next publication takes all rows, and drops the current files
   * from the tables.
   */
  public void startOver() {
    tables = new TreeMap<>();
    liveRows.clear();
  }

  /**
   * The number of a table's settled rows that are published; the next publication gives the rows
   * after them. The count comes from the current manifest, so the two cannot disagree.
   */
  public int settledRows(String table) {
    return tables.containsKey(table) ? tables.get(table).settledRows() : 0;
  }

  /**
   * Makes these rows the tables that readers see. Writes nothing if nothing has changed.
   *
   * @param events number of the sweep's events that the rows show
   * @param update each table at most once: its settled rows since the previous publication, and all
   *     its live rows; a table that is left out stays unchanged
   * @return whether something had changed
   */
  public boolean publish(long events, List<TableRows> update) throws IOException {
    if (published && update.stream().noneMatch(this::hasChanged)) {
      return false;
    }
    if (!published) {
      superseded.readOlderEpochs();
    }
    version++;
    List<String> written = new ArrayList<>();
    try {
      SortedMap<String, TableVersion> changed = new TreeMap<>(tables);
      for (TableRows rows : update) {
        changed.put(rows.schema().name(), write(rows, written));
      }
      Manifest manifest = commit(events, changed, written);
      update.forEach(rows -> liveRows.put(rows.schema().name(), rows.live()));
      superseded.add(manifest);
      published = true;
      failed.clear();
      return true;
    } catch (IOException | RuntimeException e) {
      failed.addAll(written);
      throw e;
    }
  }

  /**
   * Deletes files that were superseded a day ago or more. A fenced driver deletes nothing, since
   * its successor may still use the files that it dropped. Does nothing before the first
   * publication.
   *
   * @throws IOException when some files could not be deleted; the next call tries again
   */
  public void deleteExpired() throws IOException {
    boolean uncertain = !published || !failed.isEmpty();
    Instant expired = clock.instant().minus(RETENTION); // taken before the check of the epoch
    if (!uncertain && journal.isLatest()) {
      superseded.delete(expired, currentFiles);
    }
  }

  private boolean hasChanged(TableRows rows) {
    Optional<TableVersion> old = Optional.ofNullable(tables.get(rows.schema().name()));
    return old.isEmpty()
        || !rows.settled().isEmpty()
        || !columns(rows, old).equals(old.get().columns())
        || !isLive(rows);
  }

  /** Whether a table's live rows are already published. */
  private boolean isLive(TableRows rows) {
    List<Object[]> before = liveRows.getOrDefault(rows.schema().name(), List.of());
    return Arrays.deepEquals(before.toArray(), rows.live().toArray());
  }

  private static List<Column> columns(TableRows rows, Optional<TableVersion> old) {
    List<Column> columns = rows.schema().columns();
    String where = "table " + rows.schema().name();
    return old.map(table -> Columns.union(table.columns(), columns, where)).orElse(columns);
  }

  private TableVersion write(TableRows rows, List<String> written) throws IOException {
    String name = rows.schema().name();
    Optional<TableVersion> old = Optional.ofNullable(tables.get(name));
    if (old.isPresent() && !hasChanged(rows)) {
      return old.get();
    }
    List<Column> union = columns(rows, old);
    List<TableFile> files = new ArrayList<>();
    old.ifPresent(table -> table.files().stream().filter(file -> !file.live()).forEach(files::add));
    if (!rows.settled().isEmpty()) {
      String path = TablePaths.settled(name, journal.epoch(), version);
      files.add(store(path, encoded(rows, rows.settled()), written, false, 0));
    }
    List<TableFile> merged = merged(name, union, files, written);
    if (old.isPresent() && isLive(rows)) {
      old.get().files().stream().filter(TableFile::live).forEach(merged::add);
    } else if (!rows.live().isEmpty()) {
      String path = TablePaths.live(name, journal.epoch(), version);
      merged.add(store(path, encoded(rows, rows.live()), written, true, 0));
    }
    return new TableVersion(union, merged);
  }

  private List<TableFile> merged(
      String table, List<Column> columns, List<TableFile> files, List<String> written)
      throws IOException {
    Merging merging = new Merging(storage, table, columns);
    int[] part = {0};
    return merging.merge(
        files,
        (rows, tier) -> {
          String path = TablePaths.merged(table, journal.epoch(), version, ++part[0]);
          return store(path, rows, written, false, tier);
        });
  }

  private static ParquetRows.Sink encoded(TableRows table, List<Object[]> rows) throws IOException {
    ParquetRows.Sink sink = new ParquetRows.Sink(table.schema().name(), table.schema().columns());
    for (Object[] row : rows) {
      sink.add(row);
    }
    return sink;
  }

  private TableFile store(
      String path, ParquetRows.Sink rows, List<String> written, boolean live, int tier)
      throws IOException {
    byte[] parquet = rows.finish();
    written.add(path);
    storage.replace(path, parquet);
    return new TableFile(
        path, rows.rows(), parquet.length, live, tier, Digest.of(parquet).sha256());
  }

  private Manifest commit(
      long events, SortedMap<String, TableVersion> changed, List<String> written)
      throws IOException {
    String path = TablePaths.manifest(journal.epoch(), version);
    Set<String> kept = new HashSet<>();
    kept.add(path);
    changed.values().forEach(table -> table.files().forEach(file -> kept.add(file.path())));
    Set<String> dropped = new LinkedHashSet<>(currentFiles);
    dropped.addAll(failed);
    dropped.addAll(written); // files merged within this publication
    if (!published) {
      dropped.addAll(superseded.leftByOlderEpochs());
    }
    dropped.removeAll(kept);
    Manifest manifest =
        new Manifest(
            Manifest.FORMAT,
            journal.epoch(),
            version,
            clock.instant().toString(),
            events,
            writer.orElse(""),
            changed,
            List.copyOf(dropped));
    written.add(path);
    byte[] json = manifest.encode();
    storage.replace(path, json);
    Optional<String> sha256 = Optional.of(Digest.of(json).sha256());
    journal.nameTables(new CurrentTables(path, sha256, events));
    tables = changed;
    currentFiles = kept;
    return manifest;
  }
}
