/**
 * Simulated labs: the share of wrong discoveries, and how many true effects are found.
 *
 * <p>Start with {@link LabBench}: a thousand labs of a thousand claims, most without an effect.
 * {@code SimulatedLab} is one lab over its life.
 *
 * <pre>{@code
 * ./attune bench lab
 * }</pre>
 *
 * <p>It uses {@code sweeps.lab.Wealth} as a real lab does, with the truth known. This package must
 * not know files or Spark, so that it runs in seconds: it needs {@code sweeps} alone, and {@code
 * TestWalls} forbids a circle with {@code bench}.
 */
package org.attune.bench.lab;
