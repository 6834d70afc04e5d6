/**
 * {@code attune bench}: the measurements behind the figures of the docs. The jar is beside the
 * program and does not ship.
 *
 * <p>Start with {@link BenchCommand}: each figure has a name, and a run prints the ones asked for.
 *
 * <pre>{@code
 * ./attune bench step
 * ./attune bench dispatch
 * }</pre>
 *
 * <p>No other module may know this one; it comes as a {@code jobs.AddedCommand}. It must not be
 * needed by a test of the product: {@code TestWalls} of {@code jobs} and {@code cluster} cannot
 * even see it.
 */
package org.attune.bench;
