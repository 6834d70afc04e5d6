package org.attune.model.primitive;

import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Converts arrays to float64 numbers on the host, row after row, and back. */
final class RealArrays {

  private RealArrays() {}

  /** A copy of an array's numbers. */
  static double[] of(INDArray array) {
    return array.dup('c').data().asDouble();
  }

  /** The numbers with the shape and type of an array. */
  static INDArray like(INDArray array, double[] numbers) {
    return Nd4j.createFromArray(numbers).castTo(array.dataType()).reshape('c', array.shape());
  }
}
