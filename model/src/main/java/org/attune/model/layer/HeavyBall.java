package org.attune.model.layer;

import java.util.Map;
import java.util.Objects;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.learning.GradientUpdater;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.schedule.ISchedule;
import org.nd4j.shade.jackson.annotation.JsonProperty;

/**
 * Gradient descent with plain momentum, which ND4J lacks: {@code v' = momentum v + g; p -= rate v'}
 * (Polyak 1964). The velocity is in the gradient's unit, so a falling step size also slows
 * accumulated velocity, as in the papers' frameworks.
 */
public final class HeavyBall implements IUpdater {

  private static final long serialVersionUID = 1L;

  private static final String VELOCITY = "V";

  @JsonProperty private final ISchedule rate;
  @JsonProperty private final double momentum;

  /**
   * @param rate step size over time
   * @param momentum the share of the velocity that each step keeps
   */
  public HeavyBall(
      @JsonProperty("rate") ISchedule rate, @JsonProperty("momentum") double momentum) {
    this.rate = rate;
    this.momentum = momentum;
  }

  double momentum() {
    return momentum;
  }

  @Override
  public long stateSize(long parameters) {
    return parameters;
  }

  @Override
  public GradientUpdater<HeavyBall> instantiate(INDArray view, boolean initialise) {
    Updater updater = new Updater(this);
    updater.setStateViewArray(view, view.shape(), 'c', initialise);
    return updater;
  }

  @Override
  public GradientUpdater<HeavyBall> instantiate(Map<String, INDArray> state, boolean initialise) {
    Updater updater = new Updater(this);
    updater.setState(state, initialise);
    return updater;
  }

  @Override
  public IUpdater clone() {
    return this; // immutable
  }

  @Override
  public double getLearningRate(int iteration, int epoch) {
    return rate.valueAt(iteration, epoch);
  }

  @Override
  public boolean hasLearningRate() {
    return true;
  }

  @Override
  public void setLrAndSchedule(double fixed, ISchedule schedule) {
    throw new UnsupportedOperationException("Cannot change the step size of a heavy ball");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HeavyBall ball && ball.momentum == momentum && ball.rate.equals(rate);
  }

  @Override
  public int hashCode() {
    return Objects.hash(rate, momentum);
  }

  /** The rule inside DL4J's own optimiser. */
  static final class Updater implements GradientUpdater<HeavyBall> {
    private final HeavyBall config;
    private INDArray velocity;

    Updater(HeavyBall config) {
      this.config = config;
    }

    INDArray velocity() {
      return velocity;
    }

    @Override
    public HeavyBall getConfig() {
      return config;
    }

    @Override
    public void setState(Map<String, INDArray> state, boolean initialise) {
      velocity = state.get(VELOCITY);
    }

    @Override
    public Map<String, INDArray> getState() {
      return Map.of(VELOCITY, velocity);
    }

    @Override
    public void setStateViewArray(
        INDArray view, long[] gradientShape, char order, boolean initialise) {
      if (initialise) {
        view.assign(0);
      }
      velocity = view;
    }

    @Override
    public void applyUpdater(INDArray gradient, int iteration, int epoch) {
      velocity.muli(config.momentum).addi(gradient.reshape(velocity.shape()));
      gradient.assign(velocity.reshape(gradient.shape()));
      gradient.muli(config.getLearningRate(iteration, epoch));
    }
  }
}
