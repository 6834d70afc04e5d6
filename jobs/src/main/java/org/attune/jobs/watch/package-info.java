/**
 * A sweep seen and steered from outside: commands that show its state, ask its driver for
 * something, or mend its directory.
 *
 * <p>Start with {@link StatusCommand}, the shortest. {@code SweepStatus} holds the numbers.
 * Commands that steer send a request through {@code LiveDriver}, a small file that the driver
 * reads.
 *
 * <pre>{@code
 * ./attune watch runs/quickstart --every 5
 * ./attune stop runs/quickstart
 * }</pre>
 *
 * <p>A command here reads the journal as it is and never writes to it, except those that say so.
 * This package must not know {@code jobs.run}, which follows a run with its {@link Progress}:
 * {@code TestWalls} forbids the circle.
 */
package org.attune.jobs.watch;
