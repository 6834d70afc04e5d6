/**
 * The Spark data source {@code attune}: published tables of one or many sweeps as a DataFrame.
 *
 * <p>Start with {@link AttuneSource}, Spark's entry, then {@link SweepTables}, which fixes one
 * version of each sweep for a query.
 *
 * <pre>{@code
 * spark.read().format("attune").option("dir", "runs/quickstart").option("table", "results").load();
 * }</pre>
 *
 * <p>In SQL: {@code CREATE TEMPORARY VIEW results USING attune OPTIONS (dir 'runs', table
 * 'results')}. The source finds files through the current manifest, never by listing. Spark's own
 * Parquet source reads them, with its column pruning and filter push-down.
 *
 * <p>This package must not know journals or running sweeps, and it names Spark's internals through
 * {@code cluster.spark} alone: {@code TestWalls} refuses others.
 */
package org.attune.cluster.source;
