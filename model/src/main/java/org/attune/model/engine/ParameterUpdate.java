package org.attune.model.engine;

import java.util.List;
import org.nd4j.linalg.api.ndarray.INDArray;

/** An {@link UpdateRule} at work on a {@link ParameterStore}, with what it keeps between steps. */
public interface ParameterUpdate {

  /**
   * Takes over what the rule kept: nothing, Nesterov's velocity, or Adam's first and second
   * moments, each as long as all parameters.
   */
  void adopt(List<INDArray> kept);

  /** Puts what the rule keeps to rest, in the same arrays. */
  void publish(List<INDArray> kept);

  /** The gradient's Euclidean norm. */
  double gradientNorm();

  /**
   * Takes one step. State, which no gradient changes, stays as it is.
   *
   * @param scale what the gradient is multiplied by first
   * @param rate of learning
   * @param decay the share of each parameter that is taken away after the rule
   * @param step steps done before
   */
  void step(double scale, double rate, double decay, long step);
}
