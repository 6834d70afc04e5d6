/**
 * What seeds-until-decided spends, and how often it is wrong, on tables with a known truth.
 *
 * <p>Start with {@link RaceBench}; {@code RacedTable} draws a table of claims with its truth,
 * {@code Race} judges it by looks and by ten fixed seeds.
 *
 * <pre>{@code
 * ./attune bench race
 * }</pre>
 *
 * <p>The verdicts are those of {@code sweeps.claim.Judge}. This package must not judge by itself,
 * nor know files or Spark; {@code TestWalls} forbids a circle with {@code bench}.
 */
package org.attune.bench.race;
