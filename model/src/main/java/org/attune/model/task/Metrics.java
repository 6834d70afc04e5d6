package org.attune.model.task;

import java.util.Map;
import java.util.function.Function;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Measures gathered over a validation, part by part. */
public interface Metrics {

  /** None but the loss. */
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
   * Takes in a part of a batch.
   *
   * @param first the part's first example in the batch
   * @param shown arrays by name, valid during the call: {@code prediction}, (rows, outputs), and
   *     probes such as {@code block0/weights}, (examples, H, T, T)
   */
  void observe(Batch batch, int first, Function<String, INDArray> shown);

  /** The measures over all that was taken in. */
  Map<String, Double> result();

  /** Whether probes such as attention weights are to be formed. */
  default boolean probing() {
    return false;
  }
}
