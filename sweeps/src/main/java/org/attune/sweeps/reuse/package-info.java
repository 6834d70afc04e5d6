/**
 * Trials that another sweep has trained, adopted instead of trained again.
 *
 * <p>Start with {@link EarlierSweeps}: a trial is adopted from the first sweep that finished it
 * with the same configuration, seed, data, code and kind of device. {@link LongerTrainings} finds
 * shorter trainings of the same sweep that a longer one goes on from.
 *
 * <pre>{@code
 * ./attune run sweep.yaml --reuse runs/first   # trials of runs/first are adopted
 * }</pre>
 *
 * <p>An adopted trial keeps its numbers and names its origin ({@code event.AdoptedFrom}). This
 * package must not know slots or Spark: the scheduler sees it as {@code scheduler.Reuse}, and
 * {@code TestWalls} forbids the circle.
 */
package org.attune.sweeps.reuse;
