package org.attune.model.primitive;

import static org.attune.model.primitive.ReferenceProducts.product;
import static org.attune.model.primitive.ReferenceProducts.productTN;

import org.attune.model.program.Argument;
import org.attune.model.program.Binary;
import org.attune.model.program.Formula;
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
public record Gather(Value table, Value tokens) implements Binary {

  /** The rows of a table at the tokens' indices. */
  public static Value gather(Value table, Value tokens) {
    return Program.of(table).add(new Gather(table, tokens));
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
  public Formula formula(Argument table, Argument tokens, Argument y) {
    return Formula.of(
        pass -> y.array().assign(product(oneHot(tokens, table.rows(), y), table.array().dup('c'))),
        () -> table.addGradient(productTN(oneHot(tokens, table.rows(), y), y.gradient().dup('c'))));
  }

  /** (M, count): one at the index of each row, in the type of y. */
  static INDArray oneHot(Argument indices, int count, Argument y) {
    DataType type = y.array().dataType();
    INDArray names = Nd4j.arange(count).castTo(type).reshape('c', 1, count);
    return indices.array().castTo(type).eq(names).castTo(type);
  }
}
