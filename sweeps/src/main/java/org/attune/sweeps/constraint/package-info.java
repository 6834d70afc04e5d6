/**
 * Conditions on the cells that may run, such as {@code heads divides width}.
 *
 * <p>Start with {@link Constraint}. Its grammar is that of all expressions ({@code
 * api.expression}); this package resolves the names against the parameters and checks kinds, so
 * that a wrong constraint is refused with its place before anything runs.
 *
 * <pre>{@code
 * Constraint divides = Constraint.parse("attention.heads divides model.width", tree);
 * boolean runs = divides.allows(cell); // a value that is unknown forbids nothing
 * }</pre>
 *
 * <p>This package must not know the axes or the search that it filters, {@code sweeps.search} among
 * them: {@code TestWalls} forbids the circle.
 */
package org.attune.sweeps.constraint;
