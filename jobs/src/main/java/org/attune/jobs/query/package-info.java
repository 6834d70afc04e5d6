/**
 * {@code attune sql}: statements, the prompt, and messages for wrong queries.
 *
 * <p>Start with {@link SqlCommand}, then {@code QuerySession}: each statement reads every sweep at
 * one version. Spark starts with the first statement that needs it; {@code TableDescriptions}
 * answers {@code SHOW} and {@code DESCRIBE} without it.
 *
 * <pre>{@code
 * ./attune sql --out runs/quickstart "SELECT cell, avg(validation_loss) FROM results GROUP BY cell"
 * }</pre>
 *
 * <p>A wrong name is found before Spark starts, with what was probably meant. This package must not
 * know Catalyst or Scala, which are behind {@code cluster.spark}: {@code TestWalls} refuses both.
 */
package org.attune.jobs.query;
