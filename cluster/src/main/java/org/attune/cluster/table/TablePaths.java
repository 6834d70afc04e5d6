package org.attune.cluster.table;

/** Names of the files under {@code tables/}. The epoch in each keeps drivers apart. */
final class TablePaths {
  static final String ROOT = "tables";

  private TablePaths() {}

  static String current(long epoch) {
    return "%s/epoch-%d/CURRENT".formatted(ROOT, epoch);
  }

  static String manifest(long epoch, long version) {
    return "%s/epoch-%d/%d.json".formatted(ROOT, epoch, version);
  }

  static String folder(String table) {
    return ROOT + "/" + table;
  }

  static String settled(String table, long epoch, long version) {
    return "%s/%d-%d.parquet".formatted(folder(table), epoch, version);
  }

  static String live(String table, long epoch, long version) {
    return "%s/%d-%d-live.parquet".formatted(folder(table), epoch, version);
  }

  static String merged(String table, long epoch, long version, int part) {
    return "%s/%d-%d-merged-%d.parquet".formatted(folder(table), epoch, version, part);
  }
}
