/**
 * How values are read for queries by keys.
 *
 * <p>Start with {@link ByScores}, which reads by weights that come from scores. The others carry a
 * state along the sequence at a cost that grows linearly: {@link Retention} is the shortest, then
 * {@link Delta}, {@link GatedLinear} and {@link StateSpace}.
 *
 * <pre>{@code
 * attention.reading: [weights, retention, delta]
 * }</pre>
 *
 * <p>A state reading agrees with its recurrence in plain loops, token by token. It must not know
 * gates or norms after it, nor a backend: chunks are a primitive's matter, and {@code TestWalls}
 * refuses {@code engine}.
 */
package org.attune.model.attention.reading;
