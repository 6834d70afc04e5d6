/**
 * What a command is given: the sweep file with its data, or the directory of a sweep.
 *
 * <p>Start with {@link SweepFile}, the arguments that several commands share, and {@link
 * SweepCommand}, the base of commands about one directory. {@link Workload} is the work of a
 * sweep's trials: trainings of the model, or runs of a user's program.
 *
 * <pre>{@code
 * SweepView past = Sweeps.read("runs/quickstart"); // or an InputException that says what to do
 * }</pre>
 *
 * <p>A command checks every directory and file through this package, before anything is written. It
 * must not know the commands: {@code TestWalls} forbids the circle.
 */
package org.attune.jobs.sweep;
