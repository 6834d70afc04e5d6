/**
 * Means, spreads and tests over the seeds of cells: numbers in, numbers out.
 *
 * <p>Start with {@link SeedComparison}, the one rule by which two arms are compared;
 * docs/comparing.md states it. {@link MeanTest}, {@link SignedRanks} and {@link SolvedTest} are the
 * tests, {@link Holm} and {@link FalseDiscovery} the corrections, {@link Looks} the numbers of
 * seeds at which one tests.
 *
 * <pre>{@code
 * double[] differences = {0.12, 0.08, 0.15, 0.11};
 * double p = MeanTest.of(differences).above(0); // Student's t, one-sided
 * double[] adjusted = Holm.adjust(0.01, 0.04, 0.03);
 * }</pre>
 *
 * <p>A test names its source and is checked against exact counts or published values. This package
 * must not know sweeps, cells or metrics: everything above it calls it, and {@code TestWalls}
 * forbids the circle.
 */
package org.attune.sweeps.statistics;
