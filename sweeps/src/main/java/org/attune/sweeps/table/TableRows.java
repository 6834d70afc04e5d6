package org.attune.sweeps.table;

import java.util.List;
import java.util.function.Function;

/**
 * A snapshot of one table's rows. A row is an {@code Object[]} with a value or null for each
 * column.
 *
 * @param schema of all rows
 * @param settled rows that never change again, without those that the caller already has
 * @param live rows that may still change: they replace the previous live rows
 */
public record TableRows(TableSchema schema, List<Object[]> settled, List<Object[]> live) {

  /**
   * Makes the rows of settled and live items.
   *
   * @param settledBefore number of settled rows that the caller already has
   */
  static <T> TableRows of(
      TableSchema schema,
      List<T> settled,
      int settledBefore,
      List<T> live,
      Function<T, Object[]> row) {
    return new TableRows(
        schema,
        settled.subList(settledBefore, settled.size()).stream().map(row).toList(),
        live.stream().map(row).toList());
  }
}
