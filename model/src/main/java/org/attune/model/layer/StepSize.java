package org.attune.model.layer;

import java.util.Locale;
import org.nd4j.linalg.schedule.ISchedule;
import org.nd4j.shade.jackson.annotation.JsonProperty;

/** The step size over time: it grows linearly through the warm-up, then follows its shape. */
public final class StepSize implements ISchedule {

  private static final long serialVersionUID = 1L;

  /** What follows the warm-up. */
  public enum Shape {
    /** Stays. */
    CONSTANT,
    /** Falls linearly to zero at the last step. */
    LINEAR,
    /** Falls to zero at the last step along half a cosine. */
    COSINE;

    static Shape of(String key) {
      return valueOf(key.toUpperCase(Locale.ROOT));
    }
  }

  @JsonProperty private final double rate;
  @JsonProperty private final int warmUp;
  @JsonProperty private final Shape shape;
  @JsonProperty private final int steps;

  /**
   * @param rate the largest step size
   * @param warmUp steps until it is reached
   * @param shape what follows
   * @param steps the last step of the training
   */
  public StepSize(
      @JsonProperty("rate") double rate,
      @JsonProperty("warmUp") int warmUp,
      @JsonProperty("shape") Shape shape,
      @JsonProperty("steps") int steps) {
    this.rate = rate;
    this.warmUp = warmUp;
    this.shape = shape;
    this.steps = steps;
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
        && s.steps == steps;
  }

  @Override
  public int hashCode() {
    return java.util.Objects.hash(rate, warmUp, shape, steps);
  }
}
