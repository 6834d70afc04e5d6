package org.attune.model.engine;

import java.util.Arrays;
import org.attune.model.program.Views;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Memory of the reference backend: an ND4J array that formulas use directly. */
record ArrayBuffer(INDArray array) implements Buffer {

  @Override
  public int columns() {
    return (int) array.size(array.rank() - 1);
  }

  @Override
  public void load(INDArray from, long first) {
    INDArray part = Views.matrix(from, first, 1, array.length());
    array.assign(part.reshape('c', array.shape()));
  }

  @Override
  public void load(double[] from, int first) {
    double[] part = Arrays.copyOfRange(from, first, first + (int) array.length());
    load(Nd4j.createFromArray(part), 0);
  }

  @Override
  public void store(INDArray to) {
    to.assign(array.dup('c').reshape('c', to.shape()));
  }

  @Override
  public double number() {
    return array.getDouble(0);
  }
}
