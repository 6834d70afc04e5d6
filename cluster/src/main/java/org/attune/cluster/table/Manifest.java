package org.attune.cluster.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.sweeps.store.Digest;
import org.attune.sweeps.store.UnsafeFileException;
import org.attune.sweeps.table.Column;

/**
 * The tables of a sweep at one moment: the files that hold them, and the content of those files.
 *
 * @param format the format of this file; {@value #FORMAT} is the only one
 * @param epoch the epoch of the driver that published the manifest
 * @param version counts that driver's publications from 1
 * @param published the time of publication, as ISO-8601 in UTC
 * @param events number of the sweep's events that the tables show
 * @param writer the version of Attune that made the rows, and a digest of the spec and the names of
 *     cells that they show; empty if unknown
 * @param tables the tables by name
 * @param superseded files that this publication removed from the tables, including the previous
 *     manifest; they stay readable for a day, and then a driver deletes them
 */
public record Manifest(
    int format,
    int epoch,
    long version,
    String published,
    long events,
    String writer,
    SortedMap<String, TableVersion> tables,
    List<String> superseded) {

  static final int FORMAT = 1;

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  public Manifest {
    writer = writer == null ? "" : writer; // earlier versions wrote null
    tables = Collections.unmodifiableSortedMap(new TreeMap<>(tables));
    superseded = superseded == null ? List.of() : List.copyOf(superseded);
  }

  /**
   * One table.
   *
   * @param columns the union of all files' columns; a file may lack columns that are not required
   * @param files immutable, in no particular order
   */
  public record TableVersion(List<Column> columns, List<TableFile> files) {
    public TableVersion {
      columns = List.copyOf(columns);
      files = List.copyOf(files);
    }

    /** Number of rows in all files. */
    public long rows() {
      return files.stream().mapToLong(TableFile::rows).sum();
    }

    /** Number of rows that never change again. */
    public int settledRows() {
      return files.stream().filter(file -> !file.live()).mapToInt(file -> (int) file.rows()).sum();
    }
  }

  /**
   * One immutable Parquet file.
   *
   * @param path path relative to the sweep's directory
   * @param rows number of rows, at least 1
   * @param bytes the file's length
   * @param live whether its rows may still change, so that a later publication drops the file
   * @param tier number of times that its rows were merged; 0 when first written
   * @param sha256 hash of its content; null if an earlier version of Attune wrote it
   */
  public record TableFile(
      String path, long rows, long bytes, boolean live, int tier, String sha256) {

    /** The digest that the file must have; empty if none was recorded. */
    Optional<Digest> digest() {
      return Optional.ofNullable(sha256).map(hex -> new Digest(bytes, hex));
    }
  }

  /** The time of publication. */
  public Instant time() {
    return Instant.parse(published);
  }

  /** This manifest as JSON. */
  byte[] encode() {
    try {
      return JSON.writeValueAsBytes(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot write a manifest as JSON", e);
    }
  }

  /**
   * Reads a manifest from JSON.
   *
   * @param where names the file in errors
   */
  static Manifest decode(byte[] json, String where) throws IOException {
    Manifest manifest;
    try {
      manifest = JSON.readValue(json, Manifest.class);
    } catch (JsonProcessingException e) {
      throw new IOException(
          "Cannot read the manifest %s: %s".formatted(where, e.getOriginalMessage()), e);
    }
    if (manifest.format() != FORMAT) {
      throw new IOException(
          "Cannot read the manifest %s: it has format %d and this version of Attune knows %d; use the version that wrote it"
              .formatted(where, manifest.format(), FORMAT));
    }
    if (!isTime(manifest.published())) {
      throw new IOException(
          "Cannot read the manifest %s: 'published' must be a time such as 2026-01-31T12:00:00Z, not '%s'"
              .formatted(where, manifest.published()));
    }
    Optional<String> foreign = manifest.foreign();
    if (foreign.isPresent()) {
      throw new UnsafeFileException(
          "Cannot read the manifest %s: %s".formatted(where, foreign.get()));
    }
    return manifest;
  }

  /** What it names that no sweep's manifest names: another table, or a file elsewhere. */
  private Optional<String> foreign() {
    for (Map.Entry<String, TableVersion> table : tables.entrySet()) {
      if (!TablePaths.TABLES.contains(table.getKey())) {
        return Optional.of(
            "it has a table '%s', and a sweep's tables are %s"
                .formatted(table.getKey(), String.join(", ", new TreeSet<>(TablePaths.TABLES))));
      }
      if (table.getValue().columns().stream()
          .anyMatch(column -> column.name() == null || column.type() == null)) {
        return Optional.of(
            "a column of the table '%s' lacks its name or type".formatted(table.getKey()));
      }
      for (TableFile file : table.getValue().files()) {
        if (file.path() == null || !TablePaths.isOf(table.getKey(), file.path())) {
          return Optional.of(
              "'%s' is not a file of the table '%s'".formatted(file.path(), table.getKey()));
        }
      }
    }
    return superseded.stream()
        .filter(path -> !TablePaths.isAny(path))
        .findFirst()
        .map(path -> "'%s', which it drops, is not a file of a table".formatted(path));
  }

  private static boolean isTime(String text) {
    try {
      return text != null && Instant.parse(text) != null;
    } catch (DateTimeParseException e) {
      return false;
    }
  }
}
