/**
 * Numbers on a sweep's finished trials: which axes and pairs of axes matter, which of two values is
 * better, and how good the best cell is. Callers put them into words.
 *
 * <p>Start with {@link SweepAnalysis}, and with {@link Observations}, the finished trials that it
 * reads. {@link CellPairs} compares cells with their control, {@link AcrossSweeps} several sweeps.
 * {@link SeedLooks} counts how often someone may have looked, so that every test pays for it.
 *
 * <pre>{@code
 * Observations finished = Observations.of(sweep, "validation_loss", Optional.empty());
 * SweepAnalysis analysis = SweepAnalysis.of(finished);
 * boolean shown = analysis.found(); // whether any axis or pair is more than chance
 * }</pre>
 *
 * <p>Tests are in {@code sweeps.statistics}; a new one goes there. This package must not know
 * {@code sweeps.journal} or how results are printed: {@code TestArchitecturePage} holds the map of
 * docs/architecture.md.
 */
package org.attune.sweeps.analysis;
