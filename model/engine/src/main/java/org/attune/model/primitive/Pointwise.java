package org.attune.model.primitive;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.impl.transforms.strict.Erf;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.ops.transforms.Transforms;

/** A function of one number, applied to each element. */
public enum Pointwise {
  /** x */
  IDENTITY("x", x -> x.dup('c'), x -> Nd4j.onesLike(x)),
  /** 1 / (1 + e^-x) */
  SIGMOID(
      "1 / (1 + e^-x)",
      Pointwise::sigmoid,
      x -> {
        INDArray s = sigmoid(x);
        return s.mul(s.rsub(1));
      }),
  /** x / (1 + e^-x), also called swish */
  SILU(
      "x / (1 + e^-x)",
      x -> sigmoid(x).muli(x),
      x -> {
        INDArray s = sigmoid(x);
        return s.rsub(1).muli(x).addi(1).muli(s);
      }),
  /** max(x, 0) */
  RELU(
      "max(x, 0)",
      x -> RealArrays.like(x, Arrays.stream(RealArrays.of(x)).map(v -> Math.max(v, 0)).toArray()),
      x -> x.gt(0).castTo(x.dataType())),
  /** x where positive, else x / 100 */
  LEAKY_RELU(
      "x where positive, else x / 100",
      x -> Transforms.max(x, x.mul(Pointwise.LEAK), true),
      x -> x.gt(0).castTo(x.dataType()).muli(1 - Pointwise.LEAK).addi(Pointwise.LEAK)),
  /** x Phi(x), with the Gaussian distribution function itself */
  GELU(
      "x times the Gaussian distribution function of x",
      x -> normal(x).muli(x),
      x -> {
        INDArray density = Transforms.exp(x.mul(x).muli(-0.5), false).divi(Math.sqrt(2 * Math.PI));
        return normal(x).addi(density.muli(x));
      }),
  /** tanh x */
  TANH(
      "tanh x",
      x -> Transforms.tanh(x, true),
      x -> {
        INDArray t = Transforms.tanh(x, true);
        return t.muli(t).rsubi(1);
      }),
  /** ½ + ½ sigmoid(x): a sigmoid without sparsity (Qiu et al. 2025) */
  HALF_SIGMOID(
      "(1 + sigmoid(x)) / 2", x -> sigmoid(x).addi(1).muli(0.5), x -> SIGMOID.slope(x).muli(0.5)),
  /** e^x */
  EXP("e^x", x -> Transforms.exp(x, true), x -> Transforms.exp(x, true)),
  /** log(1 + e^x) */
  SOFTPLUS(
      "log(1 + e^x)",
      x -> {
        INDArray tail = Transforms.exp(Transforms.abs(x, true).negi(), false);
        return Transforms.log(tail.addi(1), false).addi(RELU.value(x));
      },
      Pointwise::sigmoid);

  /** The slope of {@link #LEAKY_RELU} below 0. */
  public static final double LEAK = 0.01; // (Garnelo and Czarnecki 2023)

  private final String formula;
  private final UnaryOperator<INDArray> value;
  private final UnaryOperator<INDArray> slope;

  Pointwise(String formula, UnaryOperator<INDArray> value, UnaryOperator<INDArray> slope) {
    this.formula = formula;
    this.value = value;
    this.slope = slope;
  }

  /** The formula as text for users. */
  public String formula() {
    return formula;
  }

  /** The function of each element, as a new dense array. */
  INDArray value(INDArray x) {
    return value.apply(x);
  }

  /** Its derivative at each element, as a new dense array. */
  INDArray slope(INDArray x) {
    return slope.apply(x);
  }

  /** The name used in configurations: {@code half-sigmoid}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether a function has that name. */
  public static boolean has(String key) {
    return keys().contains(key);
  }

  /** The function of a configuration's name. */
  public static Pointwise of(String key) {
    if (!has(key)) {
      throw new IllegalArgumentException("Unknown function '" + key + "'; there are " + keys());
    }
    return values()[keys().indexOf(key)];
  }

  private static List<String> keys() {
    return Arrays.stream(values()).map(Pointwise::key).toList();
  }

  private static INDArray sigmoid(INDArray x) {
    return Transforms.exp(x.neg(), false).addi(1).rdivi(1);
  }

  /** The Gaussian distribution function. */
  private static INDArray normal(INDArray x) {
    return Nd4j.getExecutioner()
        .exec(new Erf(x.div(Math.sqrt(2)), Nd4j.createUninitialized(x.dataType(), x.shape(), 'c')))
        .addi(1)
        .muli(0.5);
  }
}
