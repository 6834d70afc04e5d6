/**
 * Parts of attention that are formulas, typed in a sweep file or built in by a definition.
 *
 * <p>Start with {@link Formulas}, the option {@code formula} of every axis that has one. {@link
 * Definitions} names the built-in parts that are formulas, with their papers; {@link FormulaGate}
 * and its neighbours put a formula at its stage.
 *
 * <pre>{@code
 * attention.gate: {formula: "y * sigmoid(linear(x))"}
 * }</pre>
 *
 * <p>A formula is parsed and proven in {@code model.formula} and {@code model.proof}. This package
 * must not know networks: it sees the stage's values and its {@code Place}, and {@code TestWalls}
 * refuses the arrow.
 */
package org.attune.model.attention.formula;
