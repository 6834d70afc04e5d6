package org.attune.model.train;

import java.util.Map;

/**
 * How a trial ended.
 *
 * @param steps training steps done
 * @param stopped whether the reporter stopped it before its last step
 * @param metrics the final metrics: {@code train_loss}, {@code validation_loss}, {@code
 *     initial_validation_loss}, {@code floor_...} (scores of chance), {@code oracle_...} (best
 *     possible scores), the task's own, steps to its milestones, and mean gates
 * @param parameters number of trainable numbers in the model
 * @param dataHash of the training data
 * @param device the training's device; see {@link Placement#device}
 */
public record TrainingOutcome(
    long steps,
    boolean stopped,
    Map<String, Double> metrics,
    long parameters,
    String dataHash,
    String device) {

  public TrainingOutcome {
    metrics = Map.copyOf(metrics);
  }
}
