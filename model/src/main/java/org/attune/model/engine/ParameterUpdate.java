package org.attune.model.engine;

import java.util.List;
import org.nd4j.linalg.api.ndarray.INDArray;

/** An {@link UpdateRule} at work on a {@link ParameterStore}, with what it keeps between steps. */
public interface ParameterUpdate extends AutoCloseable {

  /**
   * Takes over what the rule kept: nothing, Nesterov's velocity, or Adam's first and second
   * moments, each as long as all parameters.
   */
  void adopt(List<INDArray> kept);

  /** Puts what the rule keeps to rest, in the same arrays. */
  void publish(List<INDArray> kept);

  /**
   * What changes from step to step.
   *
   * @param limit of the gradient's Euclidean norm: a longer one is shortened to it first; infinite
   *     where there is none
   * @param rate of learning
   * @param decay the share of each parameter that is taken away after the rule
   * @param done steps done before
   */
  record Step(double limit, double rate, double decay, long done) {}

  /** Takes note of what changes, before a step. */
  void prepare(Step step);

  /**
   * Takes the step that was prepared: the same work every time but for what memory holds. State,
   * which no gradient changes, stays as it is.
   */
  void take();

  /** Both, by themselves. */
  default void step(Step step) {
    prepare(step);
    take();
  }

  /** Gives back what it keeps outside the heap. */
  @Override
  default void close() {}
}
