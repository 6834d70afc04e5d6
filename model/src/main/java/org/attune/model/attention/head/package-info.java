/**
 * The classical heads: rules from statistics for reading values, each written as textbooks write
 * regression or classification. All are for sets.
 *
 * <p>Start with {@link ClassicalHeads}, the list, then {@link WeightedRidge}, ridge regression with
 * a weight for each pair. {@link LinearDiscriminant} and its neighbours classify.
 *
 * <pre>{@code
 * ./attune list axes   # weighted-ridge, ls-svm, lda, qda under model.kind.head
 * }</pre>
 *
 * <p>Each class cites its equations and agrees with plain loops in float64 in its test. This
 * package must not know other readings or networks: {@code TestWalls} forbids circles and refuses
 * {@code network}.
 */
package org.attune.model.attention.head;
