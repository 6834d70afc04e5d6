/**
 * How positions act on queries and keys.
 *
 * <p>Start with {@link Rotary}: scores depend on the distance of query and key. {@link LinearBias}
 * adds a bias that falls with the distance.
 *
 * <pre>{@code
 * model.positions: [learned, rope, alibi]
 * }</pre>
 *
 * <p>A variant works for any length, and its Javadoc says what happens beyond the trained one. It
 * must not know weights or masks: {@code TestWalls} forbids circles.
 */
package org.attune.model.attention.position;
