package org.attune.model.cpu;

import org.attune.model.program.Kernel;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y[b,t] = x[b,t] + table[t]}. */
public final class AddPositionsKernel implements Kernel {

  private final Value x;
  private final Value table;
  private final Value y;
  private final boolean inPlace;
  private final int length;
  private final Floats xValues;
  private final Floats tableValues;
  private final Floats yValues;
  private final Floats tableGradient;
  private final Floats yGradient;
  private final Scratch scratch;

  public AddPositionsKernel(Value x, Value table, Value y) {
    this.x = x;
    this.table = table;
    this.y = y;
    inPlace = y.sharesStorageWith(x);
    length = x.length();
    xValues = Floats.of(x.array());
    tableValues = Floats.of(table.array());
    yValues = Floats.of(y.array());
    boolean backward = y.gradient() != null;
    tableGradient = backward ? Floats.of(table.gradient()) : null;
    yGradient = backward ? Floats.of(y.gradient()) : null;
    scratch = Scratch.of(y);
  }

  @Override
  public void forward(Pass pass) {
    int columns = yValues.columns;
    float[] position = scratch.array(0, columns);
    float[] row = scratch.array(1, columns);
    for (int i = 0; i < yValues.rows; i++) {
      tableValues.read(i % length * tableValues.stride, position, 0, columns);
      xValues.read(i * xValues.stride, row, 0, columns);
      Functions.add(position, row, columns);
      yValues.write(i * yValues.stride, row, 0, columns);
    }
  }

  @Override
  public void backward() {
    if (tableGradient != null) {
      if (table.beta() == 0) {
        table.gradient().assign(0);
      }
      int columns = yValues.columns;
      float[] sum = scratch.array(0, columns);
      float[] row = scratch.array(1, columns);
      for (int t = 0; t < length; t++) {
        tableGradient.read(t * tableGradient.stride, sum, 0, columns);
        for (int i = t; i < yValues.rows; i += length) {
          yGradient.read(i * yGradient.stride, row, 0, columns);
          Functions.add(row, sum, columns);
        }
        tableGradient.write(t * tableGradient.stride, sum, 0, columns);
      }
    }
    if (!inPlace && x.wantsGradient()) {
      x.addGradient(y.gradient());
    }
  }
}
