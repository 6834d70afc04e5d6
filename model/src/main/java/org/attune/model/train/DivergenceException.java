package org.attune.model.train;

/** The loss became NaN or infinite: a result of the configuration, not a failure of the run. */
public final class DivergenceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DivergenceException(long step, String metric, double value) {
    super(
        "Diverged at step %d: %s is %s; a lower train.learning-rate, a train.warm-up or a train.clip may help"
            .formatted(step, metric, value));
  }
}
