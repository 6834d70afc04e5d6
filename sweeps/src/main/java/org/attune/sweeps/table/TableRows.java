package org.attune.sweeps.table;

import java.util.List;

/**
 * Rows of one table at one moment. A row is an {@code Object[]} with a value, or null, for each
 * column.
 *
 * @param schema of all rows
 * @param settled rows that never change again, those left out that whoever asked has already
 * @param live rows that may still change: they replace those given the time before
 */
public record TableRows(TableSchema schema, List<Object[]> settled, List<Object[]> live) {

  /** Settled items after so many. */
  static <T> List<T> since(List<T> settled, int settledBefore) {
    return settled.subList(settledBefore, settled.size());
  }
}
