/**
 * The list of a pack for a bare machine with a GPU: sweeps and programs, run one after another in
 * slices of some minutes, without Spark and without Hadoop.
 *
 * <p>Start with {@link SliceCommand}, which runs a slice, then {@code SlicedSweep}: it takes a
 * sweep up where its directory's journal ends, and gives trials to {@code cluster.slot.BareSlots}.
 * It leaves an ordinary sweep's directory without tables. {@code repair} writes these, and {@code
 * run} and {@code reproduce} resume the sweep.
 *
 * <pre>{@code
 * ./slice --minutes 8 results
 * }</pre>
 *
 * <p>This package must not know the commands that read results, nor anything that loads Spark's or
 * Hadoop's classes when it runs: the pack has none of them ({@code TestSlices}).
 */
package org.attune.jobs.slice;
