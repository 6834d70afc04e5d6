package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.ops.transforms.Transforms;

/**
 * {@code y = +1 where x >= 0, else -1}, trained with a straight-through estimator. The adjoint is
 * that of the given surrogate (Courbariaux et al. 2016, arXiv 1602.02830).
 *
 * @param x any shape
 * @param surrogate the function whose derivative replaces the sign's
 */
public record Sign(Value x, Surrogate surrogate) implements Unary {

  /** A function whose derivative replaces the sign's. */
  public enum Surrogate {
    /** {@code x}: for weights. */
    IDENTITY,
    /** {@code x} clipped at ±{@link #EDGE}: for activations. */
    CLIPPED
  }

  /** One plus a margin for rounding: a number read from values that are all +1 counts as one. */
  public static final float EDGE = 1 + 1e-5f;

  /** The sign, +1 at zero. */
  public static Value sign(Value x, Surrogate surrogate) {
    return Program.of(x).add(new Sign(x, surrogate));
  }

  @Override
  public boolean keeps(int argument) {
    return surrogate == Surrogate.CLIPPED;
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    return Formula.of(
        pass -> {
          INDArray positive = x.array().gte(0).castTo(y.array().dataType());
          y.array().assign(positive.muli(2).subi(1));
        },
        () -> {
          INDArray dy = y.gradient().dup('c');
          if (surrogate == Surrogate.CLIPPED) {
            dy.muli(Transforms.abs(x.array(), true).lte(EDGE).castTo(dy.dataType()));
          }
          x.addGradient(dy);
        });
  }
}
