/**
 * How good search methods are, on functions whose minimum is known.
 *
 * <p>Start with {@link SearchBench}; {@link ObjectiveFunction} has the functions of one objective
 * with their papers, {@link ObjectiveFront} those of several.
 *
 * <pre>{@code
 * ./attune bench search
 * }</pre>
 *
 * <p>A method is chosen by its name in the registry, as a sweep file would. So this package must
 * not know a method's class, which is package-private; {@code TestWalls} forbids a circle with
 * {@code bench}.
 */
package org.attune.bench.search;
