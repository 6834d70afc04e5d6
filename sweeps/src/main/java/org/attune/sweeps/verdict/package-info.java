/**
 * A sweep's claims beside its results: when each was stated, what the journal has of it, the
 * verdicts, and what more seeds would cost.
 *
 * <p>Start with {@link Reproduction}: the cells of a sweep's table, the paper's numbers beside
 * ours, and a finding for each claim. {@link StatedWhen} tells a claim made before the first trial
 * from one made after; {@link Openings} counts how often sealed numbers were shown.
 *
 * <pre>{@code
 * Reproduction judged = Reproduction.of(spec, sweep, catalog);
 * List<StatedWhen> stated = StatedWhen.of(spec, sweep);
 * }</pre>
 *
 * <p>A claim stated after results is shown as such, and no caller may drop that remark. This
 * package must not know where a table is printed, nor {@code sweeps.reuse}, which knows it: {@code
 * TestWalls} forbids the circle.
 */
package org.attune.sweeps.verdict;
