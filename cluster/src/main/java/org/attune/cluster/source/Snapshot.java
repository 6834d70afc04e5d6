package org.attune.cluster.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.attune.cluster.table.Columns;
import org.attune.cluster.table.DataFiles;
import org.attune.cluster.table.Manifest;
import org.attune.sweeps.table.Column;

/** All tables of some sweeps; each sweep has one version. */
final class Snapshot {
  private static final long BLOCK = 128L << 20;

  private final List<SweepDirectory> sweeps;
  private final Map<SweepDirectory, Manifest> manifests;

  /** Finds the current manifest in a sweep's directory; empty before the first. */
  interface Resolver {
    Optional<Manifest> resolve(SweepDirectory sweep) throws IOException;
  }

  private Snapshot(List<SweepDirectory> sweeps, Map<SweepDirectory, Manifest> manifests) {
    this.sweeps = sweeps;
    this.manifests = manifests;
  }

  /** The current snapshot. */
  static Snapshot of(List<SweepDirectory> sweeps) throws IOException {
    return of(sweeps, sweep -> sweep.manifests().read());
  }

  /**
   * The snapshot that a resolver finds. This method calls it once per sweep, on several threads.
   */
  static Snapshot of(List<SweepDirectory> sweeps, Resolver resolver) throws IOException {
    Map<SweepDirectory, Manifest> manifests = new LinkedHashMap<>();
    List<Optional<Manifest>> found = SideBySide.map(sweeps, resolver::resolve);
    for (int i = 0; i < found.size(); i++) {
      SweepDirectory sweep = sweeps.get(i);
      found.get(i).ifPresent(manifest -> manifests.put(sweep, manifest));
    }
    return new Snapshot(sweeps, manifests);
  }

  /** Names of all tables that at least one sweep has, sorted. */
  Set<String> tables() {
    Set<String> names = new TreeSet<>();
    manifests.values().forEach(manifest -> names.addAll(manifest.tables().keySet()));
    return names;
  }

  /**
   * A table's columns, over all sweeps.
   *
   * @throws IOException when no sweep has published, or none has such a table
   */
  List<Column> columns(String table) throws IOException {
    requireTable(table);
    Optional<List<Column>> columns = Optional.empty();
    for (Map.Entry<SweepDirectory, Manifest> entry : manifests.entrySet()) {
      Manifest.Table part = entry.getValue().tables().get(table);
      if (part != null) {
        String where =
            "table %s of %s with those of other sweeps".formatted(table, entry.getKey().path());
        columns =
            Optional.of(
                columns
                    .map(before -> Columns.union(before, part.columns(), where))
                    .orElse(part.columns()));
      }
    }
    return columns.orElseThrow();
  }

  /**
   * Fails when there is no such table.
   *
   * @throws IOException when no sweep has published, or none has such a table
   */
  void requireTable(String table) throws IOException {
    Set<String> names = tables();
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

  /** The number of a table's rows. */
  long rows(String table) {
    return manifests.values().stream()
        .map(manifest -> manifest.tables().get(table))
        .filter(Objects::nonNull)
        .mapToLong(Manifest.Table::rows)
        .sum();
  }

  /** The files that hold a table. */
  List<FileStatus> files(String table) {
    List<FileStatus> files = new ArrayList<>();
    manifests.forEach(
        (sweep, manifest) -> {
          Manifest.Table part = manifest.tables().get(table);
          if (part != null) {
            part.files().forEach(file -> files.add(status(sweep, file)));
          }
        });
    return files;
  }

  /**
   * Checks that the files of a table are unchanged since they were written.
   *
   * @throws IOException for the first file that is missing, changed, or of another sweep
   */
  void requireWhole(String table) throws IOException {
    List<SweepFile> files = new ArrayList<>();
    manifests.forEach(
        (sweep, manifest) -> {
          Manifest.Table part = manifest.tables().get(table);
          if (part != null) {
            part.files().forEach(file -> files.add(new SweepFile(sweep, file)));
          }
        });
    SideBySide.map(
        files,
        file -> {
          DataFiles.require(file.sweep().manifests().storage(), file.file());
          return true;
        });
  }

  private record SweepFile(SweepDirectory sweep, Manifest.DataFile file) {}

  private static FileStatus status(SweepDirectory sweep, Manifest.DataFile file) {
    return new FileStatus(file.bytes(), false, 1, BLOCK, 0, new Path(sweep.path(), file.path()));
  }
}
