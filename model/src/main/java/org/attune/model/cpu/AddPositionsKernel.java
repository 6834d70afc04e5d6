package org.attune.model.cpu;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.AddPositions;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y[b,t] = x[b,t] + table[t]}. */
final class AddPositionsKernel implements Kernel {

  private final int length;
  private final Floats xValues;
  private final Floats tableValues;
  private final Floats yValues;
  private final Sink<Floats> xGradient;
  private final Sink<Floats> tableGradient;
  private final Floats yGradient;
  private final Scratch scratch;

  AddPositionsKernel(AddPositions primitive, Operands<Floats> at) {
    Value x = primitive.x();
    length = x.length();
    xValues = at.in(0);
    tableValues = at.in(1);
    yValues = at.out();
    xGradient = at.sink(0);
    tableGradient = at.sink(1);
    yGradient = at.outGradient();
    scratch = new Scratch(at);
  }

  @Override
  public void forward(Pass pass) {
    int columns = yValues.columns;
    float[] position = scratch.array(0, columns);
    float[] row = scratch.array(1, columns);
    for (int i = 0; i < yValues.rows; i++) {
      tableValues.read(i % length, 0, position, 0, columns);
      xValues.read(i, 0, row, 0, columns);
      ArrayMath.add(position, row, columns);
      yValues.write(i, 0, row, 0, columns);
    }
  }

  @Override
  public void backward() {
    if (tableGradient.wanted()) {
      learn();
    }
    if (xGradient.wanted()) {
      Floats.give(xGradient, yGradient);
    }
  }

  private void learn() {
    Floats positions = tableGradient.buffer();
    if (!tableGradient.adds()) {
      positions.fill(0); // rows past the length get zero gradient
    }
    float[] row = scratch.array(0, yValues.columns);
    for (int t = 0; t < length; t++) {
      for (int i = t; i < yValues.rows; i += length) {
        yGradient.read(i, 1, row);
        positions.add(t, 1, row);
      }
    }
  }
}
