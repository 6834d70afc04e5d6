package org.attune.model.task;

import java.util.Map;
import java.util.function.Function;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Measures that a validation accumulates part by part. */
public interface Metrics {

  /** No measures besides the loss. */
  Metrics NONE =
      new Metrics() {
        @Override
        public void observe(Batch batch, int first, Function<String, INDArray> shown) {
          // nothing to gather
        }

        @Override
        public Map<String, Double> result() {
          return Map.of();
        }
      };

  /**
   * Adds a part of a batch.
   *
   * @param first index in the batch of the part's first example
   * @param shown arrays by name, valid during the call: {@code prediction}, (rows, outputs), and
   *     probes such as {@code block0/weights}, (examples, H, T, T)
   */
  void observe(Batch batch, int first, Function<String, INDArray> shown);

  /** Returns the measures over all observed parts. */
  Map<String, Double> result();

  /** Whether the network must compute probes such as attention weights. */
  default boolean probing() {
    return false;
  }
}
