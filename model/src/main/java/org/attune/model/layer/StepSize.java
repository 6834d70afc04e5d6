package org.attune.model.layer;

import org.nd4j.linalg.schedule.ISchedule;
import org.nd4j.shade.jackson.annotation.JsonProperty;

/** The step size over time: it grows linearly through the warm-up, then follows its shape. */
public final class StepSize implements ISchedule {

  private static final long serialVersionUID = 1L;

  /** The shape after the warm-up. */
  public enum Shape {
    /** Constant. */
    CONSTANT,
    /** Linear decay to zero at the last step. */
    LINEAR,
    /** Cosine decay: half a cosine, to zero at the last step. */
    COSINE,
    /** Step decay: multiplied by a factor after every fixed number of steps. */
    STEP,
    /** Exponential decay: smooth, with the same values at those steps. */
    EXPONENTIAL,
    /** Constant, then linear decay to zero over the last share of the steps. */
    STABLE_DECAY
  }

  @JsonProperty private final double rate;
  @JsonProperty private final int warmUp;
  @JsonProperty private final Shape shape;
  @JsonProperty private final int steps;
  @JsonProperty private final double factor;
  @JsonProperty private final int every;

  /**
   * @param rate the largest step size
   * @param warmUp steps until it is reached
   * @param shape shape after the warm-up
   * @param steps the last step of the training
   * @param factor factor of {@link Shape#STEP} and {@link Shape#EXPONENTIAL}; the share of steps in
   *     which {@link Shape#STABLE_DECAY} falls
   * @param every number of steps after the warm-up over which the step size falls by that factor
   */
  public StepSize(
      @JsonProperty("rate") double rate,
      @JsonProperty("warmUp") int warmUp,
      @JsonProperty("shape") Shape shape,
      @JsonProperty("steps") int steps,
      @JsonProperty("factor") double factor,
      @JsonProperty("every") int every) {
    this.rate = rate;
    this.warmUp = warmUp;
    this.shape = shape;
    this.steps = steps;
    this.factor = factor;
    this.every = every;
  }

  @Override
  public double valueAt(int iteration, int epoch) {
    if (iteration < warmUp) {
      return rate * (iteration + 1) / (warmUp + 1);
    }
    double done = Math.min(1, (iteration - warmUp) / (double) Math.max(1, steps - warmUp));
    return switch (shape) {
      case CONSTANT -> rate;
      case LINEAR -> rate * (1 - done);
      case COSINE -> rate * (1 + Math.cos(Math.PI * done)) / 2;
      case STEP -> rate * Math.pow(factor, Math.floorDiv(iteration - warmUp, every));
      case EXPONENTIAL -> rate * Math.pow(factor, (iteration - warmUp) / (double) every);
      case STABLE_DECAY -> rate * Math.min(1, (1 - done) / factor);
    };
  }

  @Override
  public ISchedule clone() {
    return this; // immutable
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StepSize s
        && s.rate == rate
        && s.warmUp == warmUp
        && s.shape == shape
        && s.steps == steps
        && s.factor == factor
        && s.every == every;
  }

  @Override
  public int hashCode() {
    return java.util.Objects.hash(rate, warmUp, shape, steps, factor, every);
  }
}
