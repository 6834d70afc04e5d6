/**
 * Trains one trial: from a configuration and a seed to its metrics.
 *
 * <p>Start with {@link TrialTrainer}: it opens the task's data, asks {@link Placement} for a device
 * and hands both to {@code TrainingRun}, the loop. {@link Reporter} gets metrics; {@link Stepper}
 * takes the steps of a trial that several workers train.
 *
 * <pre>{@code
 * Map<String, String> cell = Map.of("task", "induction", "train.steps", "10");
 * TrialTrainer trainer = TrialTrainer.of(cell, 7, opener);
 * TrainingOutcome outcome = trainer.train(reporter);
 * }</pre>
 *
 * <p>Equal configuration, seed and threads give equal metrics on one kind of machine, so nothing
 * here may depend on time. This package is above all others of {@code model}. It must not know
 * sweeps or Spark, which call it: {@code TestWalls} refuses both.
 */
package org.attune.model.train;
