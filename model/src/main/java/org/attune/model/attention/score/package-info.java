/**
 * Maps from scores to scores and from weights to weights: convolution and head mixing.
 *
 * <p>Start with {@link Mixing}: each head's scores become a learned sum over its group, which
 * starts as the head's own. {@link Convolution} sums over neighbouring queries and keys.
 *
 * <pre>{@code
 * attention.score-conv: [none, convolution]
 * }</pre>
 *
 * <p>The same class serves before and after the softmax, so it must not know which weights follow:
 * {@code TestWalls} forbids circles. Its Javadoc says what happens to masked scores.
 */
package org.attune.model.attention.score;
