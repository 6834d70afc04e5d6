package org.attune.sweeps.table;

import java.util.List;

/**
 * A snapshot of one table's rows. A row is an {@code Object[]} with a value or null for each
 * column.
 *
 * @param schema of all rows
 * @param settled rows that never change again, without those that the caller already has
 * @param live rows that may still change: they replace the previous live rows
 */
public record TableRows(TableSchema schema, List<Object[]> settled, List<Object[]> live) {

  /** The settled items after the first {@code settledBefore}. */
  static <T> List<T> since(List<T> settled, int settledBefore) {
    return settled.subList(settledBefore, settled.size());
  }
}
