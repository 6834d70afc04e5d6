package org.attune.model.train;

import java.util.Map;

/**
 * How a trial ended.
 *
 * @param steps training steps done
 * @param stopped whether the reporter ended it before its last step
 * @param metrics the final metrics: {@code train_loss}, {@code validation_loss}, {@code
 *     initial_validation_loss}, {@code floor_...} what chance reaches, {@code oracle_...} the best
 *     there is, the task's own, steps to its marks, and mean gates
 * @param parameters trainable numbers in the model
 * @param dataHash of the data trained on
 * @param device what it was trained on: see {@link Placement#device}
 */
public record Outcome(
    long steps,
    boolean stopped,
    Map<String, Double> metrics,
    long parameters,
    String dataHash,
    String device) {

  public Outcome {
    metrics = Map.copyOf(metrics);
  }
}
