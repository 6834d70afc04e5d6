/**
 * Rules that choose a query's keys from data, one per file: the largest scores, near clusters,
 * blocks.
 *
 * <p>Start with {@link SelectionRule}, then {@link LargestScores}, the shortest. {@code
 * KeySelection} is the primitive that applies a rule, and {@code SelectedSoftmax} gives all other
 * keys exactly zero.
 *
 * <pre>{@code
 * attention.weights: {top-keys: {count: 16}}
 * }</pre>
 *
 * <p>A choice has no gradient, and equal values are broken by position, so every backend chooses
 * alike. A rule must not know kernels: {@code TestWalls} of {@code model/engine} refuses every
 * arrow but that to {@code program}.
 */
package org.attune.model.primitive.selection;
