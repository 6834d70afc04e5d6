package org.attune.model.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.special.Erf;
import org.attune.model.primitive.Pointwise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TestPointwiseFunctions {

  private static final int HALF = 2000;
  private static final int COUNT = 2 * HALF + 1;

  /** From -100 to 100, densest around 0. */
  private static float[] numbers() {
    float[] x = new float[COUNT];
    for (int i = 0; i < x.length; i++) {
      double u = (i - HALF) / (double) HALF;
      x[i] = (float) (100 * u * u * u);
    }
    return x;
  }

  private static DoubleUnaryOperator exact(Pointwise f) {
    return switch (f) {
      case IDENTITY -> x -> x;
      case SIGMOID -> TestPointwiseFunctions::sigmoid;
      case HALF_SIGMOID -> x -> (1 + sigmoid(x)) / 2;
      case SILU -> x -> x * sigmoid(x);
      case RELU -> x -> Math.max(x, 0);
      case LEAKY_RELU -> x -> Math.max(x, x / 100);
      case GELU -> x -> x * Erf.erfc(-x / Math.sqrt(2)) / 2;
      case TANH -> Math::tanh;
      case EXP -> Math::exp;
      case SOFTPLUS -> x -> Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
    };
  }

  private static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  @ParameterizedTest
  @EnumSource(Pointwise.class)
  void valuesAndSlopesAreRight(Pointwise f) {
    float[] x = numbers();
    float[] y = new float[COUNT];
    float[] slope = new float[COUNT];

    PointwiseFunctions.evaluate(f, x, y, slope, COUNT);

    for (int i = 0; i < COUNT; i++) {
      if (f == Pointwise.EXP && x[i] > 80) {
        continue; // beyond float32
      }
      double expected = exact(f).applyAsDouble(x[i]);
      assertThat((double) y[i])
          .as("%s(%s)", f, x[i])
          .isCloseTo(expected, within(5e-7 * Math.max(1, Math.abs(expected))));
      double h = 1e-5;
      boolean kink = Math.abs(x[i]) <= h;
      double s = (exact(f).applyAsDouble(x[i] + h) - exact(f).applyAsDouble(x[i] - h)) / (2 * h);
      assertThat((double) slope[i])
          .as("slope of %s at %s", f, x[i])
          .isCloseTo(s, within(kink ? 1 : 2e-6 * Math.max(1, Math.abs(s))));
    }
  }

  /** What decides by the sign of what it reads decides alike in float32 and float64. */
  @Test
  void signsSurviveFarFromZero() {
    float[] x = numbers();
    for (Pointwise f : new Pointwise[] {Pointwise.SILU, Pointwise.GELU, Pointwise.TANH}) {
      float[] y = new float[COUNT];
      PointwiseFunctions.evaluate(f, x, y, new float[COUNT], COUNT);
      for (int i = 0; i < COUNT; i++) {
        assertThat(Math.signum(y[i])).as("sign of %s(%s)", f, x[i]).isEqualTo(Math.signum(x[i]));
      }
    }
  }
}
