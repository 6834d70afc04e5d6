package org.attune.cluster.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.apache.commons.io.function.IOFunction;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.types.StructType;
import org.attune.cluster.store.HadoopSettings;
import org.attune.cluster.table.Columns;
import org.attune.cluster.table.DataFiles;
import org.attune.cluster.table.Manifest;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.Tables;

/**
 * The tables of one or many sweeps; each sweep has one fixed version. Their description comes from
 * the sweeps' manifests; only reading rows needs Spark.
 */
public final class SweepTables {

  static final String DEFAULT_TABLE = "results";
  private static final long BLOCK = 128L << 20;

  private final List<SweepDirectory> sweeps;
  private final Map<SweepDirectory, Manifest> manifests = new LinkedHashMap<>();

  /**
   * Finds the version of each sweep.
   *
   * @param manifest finds a sweep's manifest; empty before the first. Called once per sweep, on
   *     several threads
   */
  SweepTables(List<SweepDirectory> sweeps, IOFunction<SweepDirectory, Optional<Manifest>> manifest)
      throws IOException {
    this.sweeps = sweeps;
    List<Optional<Manifest>> found = SideBySide.map(sweeps, manifest);
    for (int i = 0; i < found.size(); i++) {
      SweepDirectory sweep = sweeps.get(i);
      found.get(i).ifPresent(published -> manifests.put(sweep, published));
    }
  }

  /** The tables at each sweep's current version. */
  static SweepTables current(List<SweepDirectory> sweeps) throws IOException {
    return new SweepTables(sweeps, sweep -> sweep.manifests().read());
  }

  /**
   * Resolves the current version of each sweep once.
   *
   * @param directory a value of the option {@code dir} of {@link AttuneSource}
   * @throws IOException when there is no sweep, or no sweep has published tables
   */
  public static SweepTables current(String directory) throws IOException {
    SweepTables tables = current(SweepDirectory.find(directory, HadoopSettings::current));
    tables.requireTable(DEFAULT_TABLE);
    return tables;
  }

  /** Names of all tables that at least one sweep has, sorted. */
  public Set<String> names() {
    Set<String> names = new TreeSet<>();
    manifests.values().forEach(manifest -> names.addAll(manifest.tables().keySet()));
    if (!names.isEmpty()) {
      names.add(Tables.NOTES);
    }
    return names;
  }

  /** The sweeps, published or not. */
  List<SweepDirectory> sweeps() {
    return sweeps;
  }

  /**
   * A table's columns, over all sweeps.
   *
   * @throws IOException when no sweep has published, or none has such a table
   */
  public List<Column> columns(String table) throws IOException {
    requireTable(table);
    if (table.equals(Tables.NOTES)) {
      return NotesOfSweeps.columns();
    }
    List<Column> columns = new ArrayList<>();
    forEachPart(
        table,
        (sweep, part) -> {
          String where = "table %s of %s with those of other sweeps".formatted(table, sweep.path());
          List<Column> union =
              columns.isEmpty() ? part.columns() : Columns.union(columns, part.columns(), where);
          if (union != columns) {
            columns.clear();
            columns.addAll(union);
          }
        });
    return columns;
  }

  /** A table's columns as a Spark schema. */
  public StructType schema(String table) throws IOException {
    return SparkColumns.schema(table, columns(table));
  }

  /**
   * The number of a table's rows, over all sweeps.
   *
   * @throws IOException when notes cannot be read
   */
  public long rows(String table) throws IOException {
    if (table.equals(Tables.NOTES)) {
      return notes().size();
    }
    return manifests.values().stream()
        .map(manifest -> manifest.tables().get(table))
        .filter(Objects::nonNull)
        .mapToLong(Manifest.TableVersion::rows)
        .sum();
  }

  /** The current rows of the table of notes. */
  List<Object[]> notes() throws IOException {
    return NotesOfSweeps.rows(List.copyOf(manifests.keySet()));
  }

  /**
   * Checks that tables are unchanged since they were written. The check needs no Spark, and Spark
   * does not repeat it.
   *
   * @throws IOException for the first file that is missing, changed, or of another sweep
   */
  public void requireWhole(Collection<String> tables) throws IOException {
    record SweepFile(SweepDirectory sweep, Manifest.TableFile file) {}
    for (String table : tables) {
      List<SweepFile> files = new ArrayList<>();
      forEachPart(
          table,
          (sweep, part) -> part.files().forEach(file -> files.add(new SweepFile(sweep, file))));
      SideBySide.map(
          files,
          file -> {
            DataFiles.require(file.sweep().manifests().storage(), file.file());
            return true;
          });
    }
  }

  /**
   * A sentence for each sweep that has results of another, by the digests of their files: it is a
   * copy, and queries over both count its rows twice.
   */
  public Set<String> copies() {
    Map<String, Path> first = new HashMap<>();
    Set<String> copies = new TreeSet<>();
    forEachPart(
        DEFAULT_TABLE,
        (sweep, part) ->
            part.files().stream()
                .filter(file -> file.sha256() != null)
                .map(file -> first.putIfAbsent(file.sha256(), sweep.path()))
                .filter(other -> other != null && !other.equals(sweep.path()))
                .map(other -> "%s is a copy of %s: rows count twice".formatted(sweep.path(), other))
                .forEach(copies::add));
    return copies;
  }

  /** The files that hold a table. */
  List<FileStatus> files(String table) {
    List<FileStatus> files = new ArrayList<>();
    forEachPart(
        table, (sweep, part) -> part.files().forEach(file -> files.add(status(sweep, file))));
    return files;
  }

  private static FileStatus status(SweepDirectory sweep, Manifest.TableFile file) {
    return new FileStatus(file.bytes(), false, 1, BLOCK, 0, new Path(sweep.path(), file.path()));
  }

  /** Visits each sweep's part of a table. */
  private void forEachPart(String table, BiConsumer<SweepDirectory, Manifest.TableVersion> visit) {
    manifests.forEach(
        (sweep, manifest) ->
            Optional.ofNullable(manifest.tables().get(table))
                .ifPresent(part -> visit.accept(sweep, part)));
  }

  private void requireTable(String table) throws IOException {
    Set<String> names = names();
    if (names.isEmpty()) {
      throw new IOException(
          "Cannot read %s: it has published no tables yet; they come with the sweep's first results"
              .formatted(sweeps.get(0).path()));
    }
    if (!names.contains(table)) {
      throw new IOException(
          "Cannot read the table %s of %s: there is none; the tables are %s"
              .formatted(table, sweeps.get(0).path(), String.join(", ", names)));
    }
  }
}
