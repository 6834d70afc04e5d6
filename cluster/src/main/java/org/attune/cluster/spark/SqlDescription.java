package org.attune.cluster.spark;

/** What a statement that describes tables asks for. */
public sealed interface SqlDescription {

  /**
   * {@code SHOW TABLES}.
   *
   * @param pattern which tables, with {@code *} for any text and {@code |} between alternatives
   */
  record TableList(String pattern) implements SqlDescription {}

  /** {@code SHOW COLUMNS} or {@code DESCRIBE} of a table. */
  record ColumnList() implements SqlDescription {}

  /** {@code DESCRIBE} of one column. */
  record OneColumn(String name) implements SqlDescription {}
}
