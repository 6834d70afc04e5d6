/**
 * Runs the trials of a sweep on Spark, and publishes their results as Parquet tables.
 *
 * <p>This package itself is empty. Start with {@link org.attune.cluster.slot.SweepRun}, one
 * driver's work on one sweep; the map in docs/architecture.md shows which package knows which.
 *
 * <p>The module connects {@code sweeps} and {@code model}, which do not know each other. It must
 * not know the command line ({@code jobs}, picocli): {@code TestWalls} refuses both. Only {@code
 * cluster.spark} may name Scala or Spark's internals.
 */
package org.attune.cluster;
