package org.attune.model.primitive;

import java.util.Arrays;
import java.util.Locale;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.impl.transforms.strict.Erf;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.ops.transforms.Transforms;

/** A function of one number, applied to each element. */
public enum Pointwise {
  /** x */
  IDENTITY("x") {
    @Override
    INDArray value(INDArray x) {
      return x.dup('c');
    }

    @Override
    INDArray slope(INDArray x) {
      return Nd4j.onesLike(x);
    }
  },
  /** 1 / (1 + e^-x) */
  SIGMOID("1 / (1 + e^-x)") {
    @Override
    INDArray value(INDArray x) {
      return Transforms.exp(x.neg(), false).addi(1).rdivi(1);
    }

    @Override
    INDArray slope(INDArray x) {
      INDArray s = value(x);
      return s.mul(s.rsub(1));
    }
  },
  /** x / (1 + e^-x), also called swish */
  SILU("x / (1 + e^-x)") {
    @Override
    INDArray value(INDArray x) {
      return SIGMOID.value(x).muli(x);
    }

    @Override
    INDArray slope(INDArray x) {
      INDArray s = SIGMOID.value(x);
      return s.rsub(1).muli(x).addi(1).muli(s);
    }
  },
  /** max(x, 0) */
  RELU("max(x, 0)") {
    @Override
    INDArray value(INDArray x) {
      return Transforms.max(x, 0.0, true);
    }

    @Override
    INDArray slope(INDArray x) {
      return x.gt(0).castTo(x.dataType());
    }
  },
  /** x where positive, else x / 100 */
  LEAKY_RELU("x where positive, else x / 100") {
    @Override
    INDArray value(INDArray x) {
      return Transforms.max(x, x.mul(LEAK), true);
    }

    @Override
    INDArray slope(INDArray x) {
      return x.gt(0).castTo(x.dataType()).muli(1 - LEAK).addi(LEAK);
    }
  },
  /** x Phi(x), with the Gaussian distribution function itself */
  GELU("x times the Gaussian distribution function of x") {
    @Override
    INDArray value(INDArray x) {
      return normal(x).muli(x);
    }

    @Override
    INDArray slope(INDArray x) {
      INDArray density = Transforms.exp(x.mul(x).muli(-0.5), false).divi(Math.sqrt(2 * Math.PI));
      return normal(x).addi(density.muli(x));
    }

    private INDArray normal(INDArray x) {
      return Nd4j.getExecutioner()
          .exec(
              new Erf(x.div(Math.sqrt(2)), Nd4j.createUninitialized(x.dataType(), x.shape(), 'c')))
          .addi(1)
          .muli(0.5);
    }
  },
  /** tanh x */
  TANH("tanh x") {
    @Override
    INDArray value(INDArray x) {
      return Transforms.tanh(x, true);
    }

    @Override
    INDArray slope(INDArray x) {
      INDArray t = value(x);
      return t.muli(t).rsubi(1);
    }
  },
  /** ½ + ½ sigmoid(x): a sigmoid without sparsity (Qiu et al. 2025) */
  HALF_SIGMOID("(1 + sigmoid(x)) / 2") {
    @Override
    INDArray value(INDArray x) {
      return SIGMOID.value(x).addi(1).muli(0.5);
    }

    @Override
    INDArray slope(INDArray x) {
      return SIGMOID.slope(x).muli(0.5);
    }
  },
  /** e^x */
  EXP("e^x") {
    @Override
    INDArray value(INDArray x) {
      return Transforms.exp(x, true);
    }

    @Override
    INDArray slope(INDArray x) {
      return value(x);
    }
  },
  /** log(1 + e^x) */
  SOFTPLUS("log(1 + e^x)") {
    @Override
    INDArray value(INDArray x) {
      INDArray tail = Transforms.exp(Transforms.abs(x, true).negi(), false);
      return Transforms.log(tail.addi(1), false).addi(RELU.value(x));
    }

    @Override
    INDArray slope(INDArray x) {
      return SIGMOID.value(x);
    }
  };

  /** The slope of {@link #LEAKY_RELU} below 0. */
  public static final double LEAK = 0.01; // (Garnelo and Czarnecki 2023)

  private final String formula;

  Pointwise(String formula) {
    this.formula = formula;
  }

  /** The formula as text for users. */
  public String formula() {
    return formula;
  }

  /** The function of each element, as a new dense array. */
  abstract INDArray value(INDArray x);

  /** Its derivative at each element, as a new dense array. */
  abstract INDArray slope(INDArray x);

  /** The name used in configurations: {@code half-sigmoid}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether a function has that name. */
  public static boolean has(String key) {
    return Arrays.stream(values()).anyMatch(f -> f.key().equals(key));
  }

  /** The function of a configuration's name. */
  public static Pointwise of(String key) {
    for (Pointwise f : values()) {
      if (f.key().equals(key)) {
        return f;
      }
    }
    throw new IllegalArgumentException(
        "Unknown function '"
            + key
            + "'; there are "
            + Arrays.stream(values()).map(Pointwise::key).toList());
  }
}
