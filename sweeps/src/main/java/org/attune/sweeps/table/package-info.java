/**
 * The result tables as plain data: their columns, and rows as a function of a sweep's state.
 *
 * <p>Start with {@link Table}: a table declares each column once, with its type, its value and what
 * it says. {@link Tables} lists all tables and makes their rows of a view. {@link Results} has the
 * wide table, with a column for each parameter and metric.
 *
 * <pre>{@code
 * List<TableRows> rows = Tables.all(sweep, catalog.tree(), table -> 0);
 * Column.Note note = Tables.note("trials", "state").orElseThrow();
 * }</pre>
 *
 * <p>Columns are only added: queries and notebooks of users name them. This package must not know
 * Parquet or Spark, which {@code cluster.table} and {@code cluster.source} add: {@code TestWalls}
 * forbids both.
 */
package org.attune.sweeps.table;
