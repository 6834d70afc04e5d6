/**
 * Fills the class-data archive of {@code ./attune}, which halves the time that a command needs to
 * start.
 *
 * <p>Start with {@link ArchiveRun}: it runs the usual commands once over a {@link SyntheticSweep},
 * a sweep that was never trained, while the JVM archives the classes that they load.
 *
 * <pre>{@code
 * new SyntheticSweep("queries", 100, 20, 3).publish(directory); // tables in full width
 * }</pre>
 *
 * <p>Benchmarks of queries use the same sweep. Nothing of the product may know this package, and it
 * must not know a user's directory: {@code TestWalls} forbids the circle.
 */
package org.attune.jobs.archive;
