package org.attune.model.layer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.indexing.NDArrayIndex;
import org.nd4j.linalg.learning.GradientUpdater;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.schedule.ISchedule;
import org.nd4j.shade.jackson.annotation.JsonProperty;

/** An update rule with momentum that ND4J lacks, as DL4J's configuration, and its state. */
abstract class MomentumUpdater implements IUpdater {

  private static final long serialVersionUID = 1L;

  @JsonProperty private final ISchedule rate;
  @JsonProperty private final double momentum;

  /**
   * @param rate step size over time
   * @param momentum the share of the velocity that each step keeps
   */
  MomentumUpdater(ISchedule rate, double momentum) {
    this.rate = rate;
    this.momentum = momentum;
  }

  double momentum() {
    return momentum;
  }

  /** Returns the names of the state's arrays, each as long as all parameters. */
  abstract List<String> kept();

  /** Replaces a gradient by the step, inside DL4J's own optimiser. */
  abstract void apply(List<INDArray> kept, INDArray gradient, int iteration, int epoch);

  @Override
  public long stateSize(long parameters) {
    return kept().size() * parameters;
  }

  @Override
  public GradientUpdater<?> instantiate(INDArray view, boolean initialise) {
    State state = new State(this);
    state.setStateViewArray(view, view.shape(), 'c', initialise);
    return state;
  }

  @Override
  public GradientUpdater<?> instantiate(Map<String, INDArray> arrays, boolean initialise) {
    State state = new State(this);
    state.setState(arrays, initialise);
    return state;
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
    throw new UnsupportedOperationException(
        "Cannot change the step size of " + getClass().getSimpleName());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MomentumUpdater rule
        && rule.getClass() == getClass()
        && rule.momentum == momentum
        && rule.rate.equals(rate);
  }

  @Override
  public int hashCode() {
    return Objects.hash(rate, momentum);
  }

  /** The rule's state. */
  static final class State implements GradientUpdater<MomentumUpdater> {

    private final MomentumUpdater config;
    private final List<INDArray> arrays = new ArrayList<>();

    private State(MomentumUpdater config) {
      this.config = config;
    }

    List<INDArray> arrays() {
      return arrays;
    }

    @Override
    public MomentumUpdater getConfig() {
      return config;
    }

    @Override
    public void setState(Map<String, INDArray> state, boolean initialise) {
      arrays.clear();
      config.kept().forEach(name -> arrays.add(state.get(name)));
    }

    @Override
    public Map<String, INDArray> getState() {
      Map<String, INDArray> state = new LinkedHashMap<>();
      for (int i = 0; i < arrays.size(); i++) {
        state.put(config.kept().get(i), arrays.get(i));
      }
      return state;
    }

    @Override
    public void setStateViewArray(
        INDArray view, long[] gradientShape, char order, boolean initialise) {
      if (initialise) {
        view.assign(0);
      }
      INDArray row = view.reshape(1, view.length());
      long size = view.length() / config.kept().size();
      arrays.clear();
      for (int i = 0; i < config.kept().size(); i++) {
        arrays.add(row.get(NDArrayIndex.all(), NDArrayIndex.interval(i * size, (i + 1) * size)));
      }
    }

    @Override
    public void applyUpdater(INDArray gradient, int iteration, int epoch) {
      config.apply(arrays, gradient, iteration, epoch);
    }
  }
}
