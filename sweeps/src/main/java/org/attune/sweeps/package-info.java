/**
 * What a sweep is, without an engine: its file, its space of cells, its search, its journal, its
 * state and its rows. Plain Java that runs in seconds on a laptop.
 *
 * <p>This package itself is empty. Start with {@link org.attune.sweeps.scheduler.SweepLoop}, one
 * driver's work from the first trial to the last; the map in docs/architecture.md shows which
 * package knows which. To try a sweep without a cluster, use {@link org.attune.sweeps.study.Study}
 * or {@link org.attune.sweeps.simulation.Simulation}.
 *
 * <p>The module must not know Spark, Hadoop, DL4J, the command line or the module {@code model}:
 * {@code TestWalls} refuses each, and a circle among packages.
 */
package org.attune.sweeps;
