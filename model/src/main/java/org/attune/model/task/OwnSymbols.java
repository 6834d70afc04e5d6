package org.attune.model.task;

import org.attune.model.catalog.OwnClass;
import org.attune.model.network.Signature;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Refuses a batch of a jar's task whose tokens or labels are not among those of its signature.
 *
 * @param brought the task's class
 */
record OwnSymbols(Signature signature, OwnClass brought) {

  /**
   * Checks the features, and the labels whose weight is not 0.
   *
   * @param method the method that returned the batch
   */
  void check(String method, Batch batch) {
    if (signature.discrete()) {
      for (int token : numbers(batch.features())) {
        check(method, "token", token, signature.inputs());
      }
    }
    if (signature.classes()) {
      int[] labels = numbers(batch.labels());
      float[] weights = batch.weights().dup('c').data().asFloat();
      if (labels.length != weights.length) {
        throw brought.wrong(
            "%s() returned %d labels and %d weights"
                .formatted(method, labels.length, weights.length));
      }
      for (int i = 0; i < labels.length; i++) {
        if (weights[i] != 0) {
          check(method, "label", labels[i], signature.outputs());
        }
      }
    }
  }

  private static int[] numbers(INDArray array) {
    return array.dup('c').data().asInt();
  }

  private void check(String method, String what, int number, int bound) {
    if (number < 0 || number >= bound) {
      throw brought.wrong(
          "%s() returned the %s %d, and signature() says 0 to %d"
              .formatted(method, what, number, bound - 1));
    }
  }
}
