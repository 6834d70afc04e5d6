/**
 * The result tables as plain data: their columns, and rows as a function of a sweep's state.
 *
 * <p>Start with {@link Tables}, which makes the rows of each table from a view. {@link ColumnGuide}
 * says what every column means; {@link Results} builds the wide table, with a column for each
 * parameter and metric.
 *
 * <pre>{@code
 * TableRows sweeps = Tables.sweeps(sweep); // one row
 * ColumnGuide.Note note = ColumnGuide.note("trials", "state").orElseThrow();
 * }</pre>
 *
 * <p>Columns are only added: queries and notebooks of users name them. This package must not know
 * Parquet or Spark, which {@code cluster.table} and {@code cluster.source} add: {@code TestWalls}
 * forbids both.
 */
package org.attune.sweeps.table;
