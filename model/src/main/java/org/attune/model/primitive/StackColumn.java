package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.indexing.NDArrayIndex;

/**
 * Selects one column of each matrix in a stack.
 *
 * @param x (B, H, rows, columns)
 * @param column its index
 */
public record StackColumn(Value x, int column) implements KeepsNoInput, Unary {

  /** (B, H, rows, 1). */
  public static Value stackColumn(Value x, int column) {
    return Program.of(x).add(new StackColumn(x, column));
  }

  @Override
  public int[] shape() {
    return new int[] {x.size(0), x.size(1), x.size(2), 1};
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    return new Formula() {
      @Override
      public void forward(Pass pass) {
        y.array().assign(of(x.array().dup('c')));
      }

      @Override
      public void backward() {
        INDArray all = Nd4j.zeros(x.array().dataType(), x.array().shape());
        of(all).assign(y.gradient());
        x.addGradient(all);
      }

      private INDArray of(INDArray stack) {
        return stack.get(
            NDArrayIndex.all(),
            NDArrayIndex.all(),
            NDArrayIndex.all(),
            NDArrayIndex.interval(column, column + 1));
      }
    };
  }
}
