package org.attune.sweeps.table;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

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
   * @param settledBefore number of settled rows of a table, by its name, that the caller already
   *     has
   * @param source what the table makes an item's row of
   */
  static <I, T> TableRows of(
      Table<T> table,
      List<I> settled,
      List<I> live,
      ToIntFunction<String> settledBefore,
      Function<I, T> source) {
    Function<I, Object[]> row = item -> table.row(source.apply(item));
    List<I> later = settled.subList(settledBefore.applyAsInt(table.name()), settled.size());
    return new TableRows(
        table.schema(), later.stream().map(row).toList(), live.stream().map(row).toList());
  }
}
