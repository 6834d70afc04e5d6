/**
 * Presents the model's parts to sweeps as a catalog of axes, and runs a trial as a training of the
 * model. The only package that knows both modules.
 *
 * <p>Start with {@link ModelTraining}, a trial as a training, and {@link TrialCatalog}, what a
 * sweep file may vary. {@link UserData} is the user's file at any place that Hadoop reads, or on
 * this machine without Hadoop.
 *
 * <pre>{@code
 * AxisCatalog catalog = new TrialCatalog();
 * boolean gates = catalog.tree().keys().contains("attention.gate");
 * }</pre>
 *
 * <p>A new part or task of {@code model} needs nothing here: its registry line makes its axis. This
 * package must not know slots or Spark's sessions: {@code TestArchitecturePage} holds the map of
 * docs/architecture.md.
 */
package org.attune.cluster.trial;
