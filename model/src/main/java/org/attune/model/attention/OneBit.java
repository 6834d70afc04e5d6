package org.attune.model.attention;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.Matmul.matmulTransposed;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.Sign.sign;

import org.attune.model.primitive.Sign.Surrogate;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * One-bit linear maps: {@code y = a_c (sign(x) sign(W)) + b_c} with a float scale and bias per
 * column. The output is the sign of y, except where it joins the residual stream (split-Q's
 * BitLinear). The gradient treats the sign of a weight as the identity, and the sign of an
 * activation as the identity within ±1.
 */
public record OneBit() implements Linear {

  private static final double DEVIATION = 0.02; // of the initial weights

  @Override
  public Value map(Value x, String name, int columns) {
    return sign(bits(x, name, columns), Surrogate.CLIPPED); // (B·T, columns) of ±1
  }

  @Override
  public boolean distributes() {
    return false;
  }

  @Override
  public Value ontoStream(Value stream, Value x, String name) {
    return add(stream, forStream(x, name, stream.columns()));
  }

  @Override
  public Value forStream(Value x, String name, int columns) {
    return bits(x, name, columns);
  }

  private static Value bits(Value x, String name, int columns) {
    Program p = Program.of(x);
    record Signs(Value x) {}
    Value signs = p.shared(new Signs(x), () -> sign(x, Surrogate.CLIPPED)); // (B·T, d)
    Value w = p.parameter(name, Init.normal(DEVIATION), x.columns(), columns);
    double scale = 1 / Math.sqrt(x.columns());
    Value a = p.parameter(name + "-scale", Init.constant(scale), 1, columns);
    Value b = p.parameter(name + "-bias", Init.constant(0), 1, columns);
    return add(multiply(matmul(signs, sign(w, Surrogate.IDENTITY)), a), b);
  }

  /** Returns the signs of an embedding table: a codebook of ±1. */
  public static Value codebook(Value table) {
    return sign(table, Surrogate.IDENTITY); // (V, d)
  }

  /**
   * Returns logits: the dot product of the row's signs with each codeword, times a trained scale.
   */
  public static Value likeness(Value x, Value codebook) {
    Init start = Init.constant(1 / Math.sqrt(x.columns()));
    Value scale = Program.of(x).parameter("codebook-scale", start, 1, 1);
    return multiply(matmulTransposed(sign(x, Surrogate.CLIPPED), codebook), scale); // (B·T, V)
  }
}
