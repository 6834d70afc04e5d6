package org.attune.cluster.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.sweeps.store.Digest;
import org.attune.sweeps.table.Column;

/**
 * The tables of a sweep at one moment: which files hold them, and what those files hold.
 *
 * @param format of this file; {@value #FORMAT} is the only one there is
 * @param epoch of the driver that published it
 * @param version counts that driver's publishes from 1
 * @param published when, as ISO-8601 in UTC
 * @param events how many of the sweep's events the tables show
 * @param tables by name
 * @param writer the version of Attune that made the rows; null where it is not known
 * @param superseded files that this publish left out of the tables, the manifest before it
 *     included: they can be read for a day, and then a driver deletes them
 */
public record Manifest(
    int format,
    int epoch,
    long version,
    String published,
    long events,
    String writer,
    SortedMap<String, Table> tables,
    List<String> superseded) {

  static final int FORMAT = 1;

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  public Manifest {
    tables = Collections.unmodifiableSortedMap(new TreeMap<>(tables));
    superseded = superseded == null ? List.of() : List.copyOf(superseded);
  }

  /**
   * One table.
   *
   * @param columns the union of those of all files; a file may lack some that are not required
   * @param files immutable, in no particular order
   */
  public record Table(List<Column> columns, List<DataFile> files) {
    public Table {
      columns = List.copyOf(columns);
      files = List.copyOf(files);
    }

    /** Number of rows in all files. */
    public long rows() {
      return files.stream().mapToLong(DataFile::rows).sum();
    }

    /** Number of rows that never change again. */
    int settledRows() {
      return files.stream().filter(file -> !file.live()).mapToInt(file -> (int) file.rows()).sum();
    }
  }

  /**
   * One immutable Parquet file.
   *
   * @param path relative to the sweep's directory
   * @param rows at least 1
   * @param bytes its length
   * @param live whether its rows may still change, so that a later publish drops it
   * @param tier how often its rows were merged; 0 as they were first written
   * @param sha256 of its content; null where an earlier version of Attune wrote it
   */
  public record DataFile(
      String path, long rows, long bytes, boolean live, int tier, String sha256) {

    /** What it must hold; empty where that was not recorded. */
    Optional<Digest> digest() {
      return Optional.ofNullable(sha256).map(hex -> new Digest(bytes, hex));
    }
  }

  /** When it was published. */
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
    return manifest;
  }
}
