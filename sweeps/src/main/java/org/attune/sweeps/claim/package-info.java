/**
 * Claims as data, made before anything runs, and the verdicts on them.
 *
 * <p>Start with {@link Judge}: it turns {@link Outcomes} into a {@link ClaimVerdict} for each
 * {@link Claim}. A claim says that a {@link Measure} of one cell is above, below or near a {@link
 * Reference}; {@link Tuning} says how a tuned arm chose its setting, {@link SealedSplit} which
 * examples judge.
 *
 * <pre>{@code
 * // claims, outcomes: a file's claims, and a sweep's results
 * List<ClaimVerdict> verdicts = Judge.verdicts(claims, Looks.once(5), outcomes);
 * }</pre>
 *
 * <p>A verdict follows from the claim's interval over seeds, and all claims of a table share one
 * level (Holm). So a test of its own in a caller is a defect: ask {@link Judge}.
 *
 * <p>This package must not know sweep files, journals or searches. {@code sweeps.search} knows it,
 * because claims decide which cells get seeds: {@code TestWalls} forbids the circle.
 */
package org.attune.sweeps.claim;
