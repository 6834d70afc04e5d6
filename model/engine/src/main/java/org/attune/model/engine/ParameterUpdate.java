package org.attune.model.engine;

import java.util.List;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Applies an {@link UpdateRule} to a {@link ParameterStore}, with its state between steps. */
public interface ParameterUpdate extends AutoCloseable {

  /**
   * Loads the rule's state: nothing, Nesterov's velocity, or Adam's first and second moments. Each
   * array is as long as all parameters.
   */
  void adopt(List<INDArray> kept);

  /** Writes the rule's state to the same arrays. */
  void publish(List<INDArray> kept);

  /**
   * The settings that change from step to step.
   *
   * @param limit of the gradient's Euclidean norm; a longer gradient is first scaled down to it.
   *     Infinite for no limit.
   * @param rate of learning
   * @param decay the share of each parameter to subtract after the rule
   * @param done steps done since the rule's state was zero
   */
  record Step(double limit, double rate, double decay, long done) {}

  /** Stores the settings of the next step. */
  void prepare(Step step);

  /**
   * Takes the prepared step: repeated work that differs only in the contents of memory. State,
   * which no gradient changes, stays unchanged.
   */
  void take();

  /** Prepares and takes a step by itself. */
  default void step(Step step) {
    prepare(step);
    take();
  }

  /** Releases its memory outside the heap. */
  @Override
  default void close() {}
}
