/**
 * Rebuilds the lost files of a sweep's directory: its journal from tables and results, its tables
 * from the journal.
 *
 * <p>Start with {@link SweepRepair}, what {@code attune repair} runs. {@code TableFacts} recovers
 * events from tables; {@code sweeps.journal.SweepFacts} weighs them against what the journals still
 * hold.
 *
 * <pre>{@code
 * List<String> done = new SweepRepair(storage, tree).run(); // a sentence for each file mended
 * }</pre>
 *
 * <p>A repair never lowers a number that Attune has shown to a user. It writes nothing before it
 * has read everything. This package must not know the command line. Nothing in {@code cluster}
 * knows this package, and {@code TestWalls} forbids the circle.
 */
package org.attune.cluster.repair;
