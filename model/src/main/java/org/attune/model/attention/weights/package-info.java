/**
 * Attention weights from scores: softmax and all that can stand in its place.
 *
 * <p>Start with {@link SoftmaxWeights}, then {@link RidgeWeights}, whose weights are ridge
 * regression on the keys. {@link BlockRouting}, {@link ClusterRouting} and {@link TopKeys} leave
 * keys out; {@link LinearWeights} never makes scores.
 *
 * <pre>{@code
 * attention.weights: [softmax, {ridge: {lambda: 0.1}}]
 * }</pre>
 *
 * <p>Further weights are a class here, one line in {@code pipeline.Parts} and one agreement with
 * the formula ({@code TestWeightParts}). They see queries, keys and a mask; they must not know
 * sources or positions, and {@code TestWalls} forbids circles.
 */
package org.attune.model.attention.weights;
