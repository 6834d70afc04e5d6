package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Transposes each matrix of a stack.
 *
 * @param x (B, H, rows, columns)
 */
public record Transposed(Value x) implements KeepsNoInput, Unary {

  /** (B, H, columns, rows). */
  public static Value transposed(Value x) {
    return Program.of(x).add(new Transposed(x));
  }

  @Override
  public int[] shape() {
    return new int[] {x.size(0), x.size(1), x.size(3), x.size(2)};
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    return new Formula() {
      @Override
      public void forward(Pass pass) {
        y.array().assign(swapped(x.array()));
      }

      @Override
      public void backward() {
        x.addGradient(swapped(y.gradient()));
      }

      private INDArray swapped(INDArray stack) {
        return stack.permute(0, 1, 3, 2).dup('c');
      }
    };
  }
}
