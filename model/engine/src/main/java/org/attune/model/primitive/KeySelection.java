package org.attune.model.primitive;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.attune.model.primitive.selection.SelectionRule;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Selects from the data which earlier keys each query of a sequence may see: 1 for a visible key, 0
 * otherwise. A choice has no derivative, so no gradient flows back through it. A {@link
 * SelectedSoftmax} reads the result. Every rule lets a query see at least one key.
 *
 * @param rule chooses the keys
 */
public record KeySelection(SelectionRule rule) implements KeepsNoInput {

  /** 1 where a query may see a key, else 0: (B, H, T, T). */
  public static Value keySelection(SelectionRule rule) {
    return Program.of(rule.inputs().get(0)).add(new KeySelection(rule));
  }

  @Override
  public List<Value> inputs() {
    return rule.inputs();
  }

  @Override
  public int[] shape() {
    int batch = inputs().get(0).batch();
    return new int[] {batch, rule.heads(), rule.length(), rule.length()};
  }

  @Override
  public boolean passesBack(int argument) {
    return false;
  }

  /** All numbers of an argument, row by row. */
  private static IntFunction<double[]> numbers(Arguments at) {
    return argument -> {
      INDArray array = at.in(argument).array();
      double[] flat = new double[Math.toIntExact(array.length())];
      // asDouble() converts element by element
      array.castTo(DataType.DOUBLE).dup('c').data().asNioDouble().get(flat);
      return flat;
    };
  }

  /** {@inheritDoc} The keys, or what tokens say of themselves. */
  @Override
  public int remembers(int argument) {
    return rule.ofKeys(argument) ? rule.length() : 0;
  }

  @Override
  public Formula formula(Arguments at) {
    Argument y = at.out();
    int heads = rule.heads();
    int length = rule.length();
    return Formula.of(
        pass -> {
          SelectionRule.Chooser chooser = rule.chooser(KeySelection.numbers(at), pass);
          double[] all = new double[Math.toIntExact(y.array().length())];
          boolean[] visible = new boolean[length];
          for (int row = 0; row < all.length / length; row++) {
            int query = row % length;
            int plane = row / length;
            Arrays.fill(visible, false);
            chooser.choose(plane / heads, plane % heads, query, visible);
            for (int j = 0; j <= query; j++) {
              all[row * length + j] = visible[j] ? 1 : 0;
            }
          }
          INDArray dense = Nd4j.createFromArray(all).castTo(y.array().dataType());
          y.array().assign(dense.reshape('c', y.array().shape()));
        },
        () -> {
          // a choice has no gradient
        });
  }
}
