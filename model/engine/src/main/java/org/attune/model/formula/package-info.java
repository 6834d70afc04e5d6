/**
 * Formulas as parts: users type them in a sweep file, with named axes. They are checked when read
 * and compiled to the existing primitives.
 *
 * <p>Start with {@link FormulaPlace}, the table of where a formula may stand, what it may read and
 * what it must return. {@link PlacedFormula} is a checked one; {@link Lowering} compiles it, and
 * {@link ReadFormula} evaluates it in plain loops as the reference.
 *
 * <pre>{@code
 * PlacedFormula gate =
 *     PlacedFormula.of(FormulaPlace.of("attention.gate"), "y * sigmoid(linear(x))");
 * String spelled = gate.canonical(); // equal formulas have one spelling
 * }</pre>
 *
 * <p>A wrong formula is refused with its place in the text. This package must not know attention,
 * networks or backends: {@code TestWalls} of {@code model/engine} allows {@code primitive} and
 * {@code program} alone.
 */
package org.attune.model.formula;
