/**
 * The fixed and the varied parameters of a sweep file, named cells, and the solver behind {@code
 * match: parameters}.
 *
 * <p>Start with {@link Parameters}, which reads {@code axes}, {@code cells} and all other keys of
 * the parameter tree. {@link BranchReader} expands one value in any of its forms; {@link
 * NumberGrid} and {@link FormulaNodes} expand the forms that stand for many values. {@link
 * EqualParameters} is the solver: it looks for the whole number at which two cells have equally
 * many parameters.
 *
 * <pre>{@code
 * axes:
 *   train.learning-rate: {log-uniform: [1e-4, 1e-2], points: 5}
 *   attention.gate: [none, {learned: {layers: last}}]
 * }</pre>
 *
 * <p>This package must not know {@code sweeps.spec} or its {@code reader}: it makes axes of {@code
 * sweeps.space} without knowing what searches them. {@code TestWalls} forbids the circle.
 */
package org.attune.sweeps.spec.axes;
