/**
 * The cells that a sweep's axes span: counted, by number, at random, or as points.
 *
 * <p>Start with {@link Space}. An {@link Axis} has a {@link Branch} for each option, with the
 * values of that option's own parameters; {@link Values} are those of one parameter. {@link
 * Coordinates} turns cells into points of the unit cube for methods that compute.
 *
 * <pre>{@code
 * Space space = new Space(tree, Map.of(), List.of(axis));
 * Configuration last = space.cell(space.cells() - 1); // cells are numbered, never listed
 * }</pre>
 *
 * <p>A space may have more cells than memory: never enumerate one without a bound. This package
 * must not know searches, constraints or files, which know it; {@code TestWalls} forbids the
 * circle.
 */
package org.attune.sweeps.space;
