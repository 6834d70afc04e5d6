/**
 * A single primitive for a whole scalar expression, such as a typed formula's.
 *
 * <p>Start with {@link Recipe}: steps over operands, with the numbers of the results. {@link
 * Elementwise} builds one and adds it to a program as {@link Fused}; {@link Slopes} makes its
 * symbolic derivative. Operands broadcast along named axes ({@link Grid}).
 *
 * <pre>{@code
 * double[] result = recipe.evaluate(new double[] {0.5, 2}, new double[0]); // the reference
 * }</pre>
 *
 * <p>Backends compile a recipe to one loop or one kernel, so a formula costs one pass over memory.
 * This package must not know how formulas are written, which {@code formula} lowers to it: {@code
 * TestWalls} of {@code model/engine} refuses the arrow.
 */
package org.attune.model.primitive.elementwise;
