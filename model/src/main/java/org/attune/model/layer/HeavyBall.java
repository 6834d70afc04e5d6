package org.attune.model.layer;

import java.util.List;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.schedule.ISchedule;
import org.nd4j.shade.jackson.annotation.JsonProperty;

/**
 * Gradient descent with plain momentum, which ND4J lacks: {@code v' = momentum v + g; p -= rate v'}
 * (Polyak 1964). The velocity is in the gradient's unit, so a falling step size also slows
 * accumulated velocity, as in the papers' frameworks.
 */
public final class HeavyBall extends MomentumUpdater {

  private static final long serialVersionUID = 1L;

  /**
   * @param rate step size over time
   * @param momentum the share of the velocity that each step keeps
   */
  public HeavyBall(
      @JsonProperty("rate") ISchedule rate, @JsonProperty("momentum") double momentum) {
    super(rate, momentum);
  }

  @Override
  List<String> kept() {
    return List.of("V");
  }

  @Override
  void apply(List<INDArray> kept, INDArray gradient, int iteration, int epoch) {
    INDArray velocity = kept.get(0);
    velocity.muli(momentum()).addi(gradient.reshape(velocity.shape()));
    gradient.assign(velocity.reshape(gradient.shape()));
    gradient.muli(getLearningRate(iteration, epoch));
  }
}
