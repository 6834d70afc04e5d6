package org.attune.model.primitive;

import java.util.List;
import java.util.stream.IntStream;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.attune.model.program.Views;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Matrices with equal numbers of rows, concatenated side by side.
 *
 * @param parts from left to right
 */
public record Beside(List<Value> parts) implements KeepsNoInput {

  public Beside {
    parts = List.copyOf(parts);
    for (Value part : parts) {
      if (part.rows() != parts.get(0).rows()) {
        throw new IllegalArgumentException("Cannot put %s beside %s".formatted(part, parts.get(0)));
      }
    }
  }

  /** The parts in one matrix. */
  public static Value beside(Value... parts) {
    return Program.of(parts[0]).add(new Beside(List.of(parts)));
  }

  @Override
  public List<Value> inputs() {
    return parts;
  }

  @Override
  public int[] shape() {
    return new int[] {parts.get(0).rows(), parts.stream().mapToInt(Value::columns).sum()};
  }

  @Override
  public Formula formula(Arguments at) {
    List<Argument> parts = IntStream.range(0, this.parts.size()).mapToObj(at::in).toList();
    Argument y = at.out();
    return Formula.of(
        pass -> {
          INDArray[] dense = parts.stream().map(v -> v.array().dup('c')).toArray(INDArray[]::new);
          y.array().assign(Nd4j.concat(1, dense));
        },
        () -> {
          int from = 0;
          for (Argument part : parts) {
            INDArray slice = Views.columns(y.gradient(), from, from + part.columns());
            part.addGradient(() -> slice);
            from += part.columns();
          }
        });
  }
}
