package org.attune.model.primitive;

import java.util.List;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.Pass;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * {@code y_i = table[token_i]}: an embedding.
 *
 * @param table (V, C)
 * @param tokens (M, 1) integers in [0, V)
 */
public record Gather(Value table, Value tokens) implements Primitive {

  /** The rows of a table at the tokens' indices. */
  public static Value gather(Value table, Value tokens) {
    return Program.of(table).add(new Gather(table, tokens));
  }

  @Override
  public List<Value> inputs() {
    return List.of(table, tokens);
  }

  @Override
  public int[] shape() {
    return new int[] {tokens.rows(), table.columns()};
  }

  @Override
  public boolean keeps(int argument) {
    return argument == 1; // the tokens
  }

  @Override
  public boolean passesBack(int argument) {
    return argument == 0;
  }

  @Override
  public Formula formula(Arguments at) {
    Argument table = at.in(0);
    Argument tokens = at.in(1);
    Argument y = at.out();
    return new Formula() {
      @Override
      public void forward(Pass pass) {
        y.array().assign(Nd4j.matmul(chosen(), table.array().dup('c')));
      }

      @Override
      public void backward() {
        table.addGradient(Nd4j.matmul(chosen(), y.gradient().dup('c'), true, false, false));
      }

      /** (M, V): one at the token of each row. */
      private INDArray chosen() {
        DataType type = y.array().dataType();
        INDArray names = Nd4j.arange(table.rows()).castTo(type).reshape('c', 1, table.rows());
        INDArray given = tokens.array().castTo(type);
        return given.eq(names).castTo(type);
      }
    };
  }
}
