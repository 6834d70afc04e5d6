package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Add;
import org.attune.model.primitive.Multiply;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** {@code y = a + b} or {@code y = a * b}, row by row, with b broadcast in any dimension. */
final class BroadcastKernel extends PairKernel {

  private final boolean product;
  private final int[] shape; // of a, without its columns
  private final int[] steps; // rows of b per step in each of these dimensions
  private final int columns;

  private BroadcastKernel(Value a, Value b, boolean product, Operands<Floats> at) {
    super(at);
    this.product = product;
    shape = Arrays.copyOf(a.shape(), a.shape().length - 1);
    steps = new int[shape.length];
    int rows = 1;
    for (int i = shape.length - 1; i >= 0; i--) {
      steps[i] = b.size(i) == 1 ? 0 : rows;
      rows *= b.size(i);
    }
    columns = output.columns;
  }

  static Kernel sum(Add p, Operands<Floats> at) {
    return new BroadcastKernel(p.a(), p.b(), false, at);
  }

  static Kernel product(Multiply p, Operands<Floats> at) {
    return new BroadcastKernel(p.a(), p.b(), true, at);
  }

  /** The row of b for a row of a. */
  private int partner(int row) {
    int rest = row;
    int partner = 0;
    for (int i = shape.length - 1; i >= 0; i--) {
      partner += rest % shape[i] * steps[i];
      rest /= shape[i];
    }
    return partner;
  }

  @Override
  public void forward(Pass pass) {
    float[] a = scratch.array(0, columns);
    float[] b = scratch.array(1, columns);
    for (int row = 0; row < output.rows; row++) {
      input.read(row, 1, a);
      readPartner(row, b);
      if (product) {
        ArrayMath.multiply(a, b, columns);
      } else {
        ArrayMath.add(a, b, columns);
      }
      output.write(row, 1, b);
    }
  }

  @Override
  public void backward() {
    if (toSecond.wanted()) {
      byPartners(toSecond);
    }
    if (!toInput.wanted()) {
      return;
    }
    float[] d = scratch.array(0, columns);
    float[] b = scratch.array(1, columns);
    for (int row = 0; row < output.rows; row++) {
      gradient.read(row, 1, d);
      if (product) {
        readPartner(row, b);
        ArrayMath.multiply(b, d, columns);
      }
      Floats.give(toInput, row, 1, d);
    }
  }

  private void byPartners(Sink<Floats> sink) {
    Floats partners = sink.buffer();
    if (!sink.adds()) {
      partners.fill(0);
    }
    float[] d = scratch.array(0, columns);
    float[] a = scratch.array(1, columns);
    for (int row = 0; row < output.rows; row++) {
      gradient.read(row, 1, d);
      if (product) {
        input.read(row, 1, a);
        ArrayMath.multiply(a, d, columns);
      }
      if (partners.columns == 1) {
        d[0] = ArrayMath.sum(d, 0, columns);
      }
      partners.add(partner(row), 1, d);
    }
  }

  private void readPartner(int row, float[] to) {
    if (second.columns == 1) {
      Arrays.fill(to, 0, columns, second.at(partner(row), 0));
    } else {
      second.read(partner(row), 1, to);
    }
  }
}
