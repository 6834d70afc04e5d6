/**
 * Models of functions that are expensive to evaluate: Gaussian processes on arrays, in float64.
 *
 * <p>Start with {@link GaussianProcess}. {@link HyperParameters} fits its kernel, {@link
 * LogExpectedImprovement} and {@link LogHypervolumeImprovement} say what a further point may gain,
 * and {@link Ascent} climbs them.
 *
 * <pre>{@code
 * double[][] points = {{0.1}, {0.5}, {0.9}};
 * double[] losses = {1, 0, 1};
 * HyperParameters fitted = HyperParameters.prior(new boolean[] {false}).fitted(points, losses, 50);
 * GaussianProcess process = fitted.process(points, losses);
 * double expected = process.expected(new double[] {0.3});
 * }</pre>
 *
 * <p>Formulas name their papers, and gradients are checked against differences. This package must
 * not know parameters, cells or searches: it works on the unit cube. {@code sweeps.search} knows
 * it, and {@code TestWalls} forbids the circle.
 */
package org.attune.sweeps.surrogate;
