package org.attune.cluster.spark;

/** What a statement that describes tables asks for. */
public sealed interface SqlDescription {

  /**
   * {@code SHOW TABLES}.
   *
   * @param pattern which tables, with {@code *} for any text and {@code |} between alternatives
   */
  record Tables(String pattern) implements SqlDescription {}

  /** {@code SHOW COLUMNS} or {@code DESCRIBE} of a table. */
  record Columns() implements SqlDescription {}

  /** {@code DESCRIBE} of one column. */
  record Column(String name) implements SqlDescription {}
}
