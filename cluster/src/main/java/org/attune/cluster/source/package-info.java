/**
 * The Spark data source {@code attune}: published tables of one or many sweeps as a DataFrame.
 *
 * <pre>{@code
 * spark.read().format("attune").option("dir", "runs/quickstart").option("table", "results").load()
 * CREATE TEMPORARY VIEW results USING attune OPTIONS (dir 'runs', table 'results')
 * }</pre>
 *
 * <p>It finds files through the current manifest, never by listing. Spark's own Parquet source
 * reads them, with its column pruning and filter push-down.
 */
package org.attune.cluster.source;
