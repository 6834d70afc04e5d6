/**
 * The checks that a formula must pass before a sweep starts.
 *
 * <p>Start with {@link FormulaProof}: compiled in float64, a formula must give the numbers of the
 * plain evaluation, the gradients of finite differences, and nothing infinite.
 *
 * <pre>{@code
 * FormulaProof.ProofReport report = FormulaProof.of(typed, sizes, 64);
 * boolean learns = report.parameters() > 0;
 * }</pre>
 *
 * <p>A proof takes milliseconds, since it runs at a few tokens. This package must not know
 * attention or networks: it sees a formula and its place, and {@code TestWalls} of {@code
 * model/engine} refuses the arrows.
 */
package org.attune.model.proof;
