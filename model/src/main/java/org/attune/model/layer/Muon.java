package org.attune.model.layer;

import java.util.Map;
import java.util.Objects;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.indexing.NDArrayIndex;
import org.nd4j.linalg.learning.GradientUpdater;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.schedule.ISchedule;
import org.nd4j.shade.jackson.annotation.JsonProperty;

/**
 * Muon (Jordan et al. 2024) as DL4J's configuration, and its state: the velocity of matrices, and
 * Adam's two moments of all other parameters. The backend takes the steps.
 */
public final class Muon implements IUpdater {

  private static final long serialVersionUID = 1L;

  private static final String FIRST = "M"; // velocity, or the first moment
  private static final String SECOND = "V";

  @JsonProperty private final ISchedule rate;
  @JsonProperty private final double momentum;
  @JsonProperty private final double ratio;
  @JsonProperty private final Adam others;

  /**
   * @param rate step size of matrices over time
   * @param momentum the share of the velocity that each step keeps
   * @param ratio the other parameters' step size, over that of matrices
   * @param others the other parameters' rule, whose own step size does not count
   */
  public Muon(
      @JsonProperty("rate") ISchedule rate,
      @JsonProperty("momentum") double momentum,
      @JsonProperty("ratio") double ratio,
      @JsonProperty("others") Adam others) {
    this.rate = rate;
    this.momentum = momentum;
    this.ratio = ratio;
    this.others = others;
  }

  double momentum() {
    return momentum;
  }

  double ratio() {
    return ratio;
  }

  Adam others() {
    return others;
  }

  @Override
  public long stateSize(long parameters) {
    return 2 * parameters;
  }

  @Override
  public GradientUpdater<Muon> instantiate(INDArray view, boolean initialise) {
    Updater updater = new Updater(this);
    updater.setStateViewArray(view, view.shape(), 'c', initialise);
    return updater;
  }

  @Override
  public GradientUpdater<Muon> instantiate(Map<String, INDArray> state, boolean initialise) {
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
    throw new UnsupportedOperationException("Cannot change the step size of Muon");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Muon muon
        && muon.momentum == momentum
        && muon.ratio == ratio
        && muon.rate.equals(rate)
        && muon.others.equals(others);
  }

  @Override
  public int hashCode() {
    return Objects.hash(rate, momentum, ratio, others);
  }

  /** The rule's state. */
  static final class Updater implements GradientUpdater<Muon> {
    private final Muon config;
    private INDArray first;
    private INDArray second;

    Updater(Muon config) {
      this.config = config;
    }

    INDArray first() {
      return first;
    }

    INDArray second() {
      return second;
    }

    @Override
    public Muon getConfig() {
      return config;
    }

    @Override
    public void setState(Map<String, INDArray> state, boolean initialise) {
      first = state.get(FIRST);
      second = state.get(SECOND);
    }

    @Override
    public Map<String, INDArray> getState() {
      return Map.of(FIRST, first, SECOND, second);
    }

    @Override
    public void setStateViewArray(
        INDArray view, long[] gradientShape, char order, boolean initialise) {
      if (initialise) {
        view.assign(0);
      }
      INDArray row = view.reshape(1, view.length());
      long half = view.length() / 2;
      first = row.get(NDArrayIndex.all(), NDArrayIndex.interval(0, half));
      second = row.get(NDArrayIndex.all(), NDArrayIndex.interval(half, 2 * half));
    }

    @Override
    public void applyUpdater(INDArray gradient, int iteration, int epoch) {
      throw new UnsupportedOperationException(
          "Muon needs the matrices of a network, which DL4J's own optimiser does not know");
    }
  }
}
