package org.attune.model.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.primitive.Mask;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Specimen;
import org.attune.model.program.Value;
import org.attune.model.proof.FormulaProof;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;

/** Formulas whose value is finite have finite numbers and slopes, also far from 0 and at it. */
class TestStableFormulas {

  private static final double[] FAR = {-900, -300, -120, -90, -20, -1, 0, 1, 20, 90, 120, 300, 900};

  static Stream<Arguments> logarithms() {
    DoubleUnaryOperator softplus = x -> Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
    return Stream.of(
        Arguments.of("log(sigmoid(y))", (DoubleUnaryOperator) x -> -softplus.applyAsDouble(-x)),
        Arguments.of("log(1 - sigmoid(y))", (DoubleUnaryOperator) x -> -softplus.applyAsDouble(x)),
        Arguments.of("log(1 + exp(y))", softplus),
        Arguments.of("log(exp(-y) + 1)", (DoubleUnaryOperator) x -> softplus.applyAsDouble(-x)),
        Arguments.of("log(exp(y))", (DoubleUnaryOperator) x -> x),
        Arguments.of(
            "log(softplus(y))",
            (DoubleUnaryOperator) x -> x < -30 ? x : Math.log(softplus.applyAsDouble(x))));
  }

  @ParameterizedTest
  @MethodSource("logarithms")
  void logarithmsOfSmallNumbersAreFinite(String formula, DoubleUnaryOperator expected) {
    for (double x : FAR) {
      for (boolean exact : new boolean[] {true, false}) {
        double[] given = at(formula, x, exact);
        double value = expected.applyAsDouble(x);
        double slope = (expected.applyAsDouble(x + 1e-4) - expected.applyAsDouble(x - 1e-4)) / 2e-4;

        assertThat(given[0]).as("at %s", x).isCloseTo(value, share(value));
        assertThat(given[1]).as("slope at %s", x).isCloseTo(slope, share(slope));
      }
    }
  }

  private static Offset<Double> share(double number) {
    return Offset.offset(1e-5 * (1 + Math.abs(number)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "where(y > 0, log(y), 0) | 0",
        "where(y > 0, y * log(y), 0) | 0",
        "where(y > 0, sqrt(y), 0) | 0",
        "where(y == 0, 1, sin(y) / y) | 0",
        "where(y > 0, y ** 0.5, y) | 1",
        "where(y < 20, exp(y * y), 0) | 0",
        "2 * where(not (y == 0), exp(-1 / (y * y)), 0) | 0",
        "max(0, y) * log(1 + y) | 0",
      })
  void whatAConditionLeavesOutHasNoSlope(String formula, double slope) {
    double x = formula.contains("20") ? 30 : 0;
    for (boolean exact : new boolean[] {true, false}) {
      assertThat(at(formula, x, exact)[1])
          .as("exact: %s", exact)
          .isCloseTo(slope, Offset.offset(1e-6));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scores | s + log(sigmoid(3 * linear(x, heads)))",
        "scores | s + log(sigmoid(s))",
        "scores | s + cumsum(log(1 - sigmoid(linear(x, heads))))",
        "gate | y * log(softplus(linear(x)))",
        "gate | y * log(1 + exp(linear(x)))",
        "gate | y * where(v > 0, log(v), 0)",
        "gate | y * where(shift(v, 1) > 0, log(shift(v, 1)), 0)",
        "values | where(shift(v, 2) == 0, v, v * sin(shift(v, 2)) / shift(v, 2))",
      })
  void theyPass(String formula) {
    String[] parts = formula.split(" \\| ");
    PlacedFormula placed =
        PlacedFormula.of(FormulaPlace.valueOf(parts[0].toUpperCase(Locale.ROOT)), parts[1]);

    assertThatCode(() -> FormulaProof.of(placed, new Sizes(32, 2, 4, Mask.CAUSAL), 8))
        .doesNotThrowAnyException();
  }

  /** A gate's value and slope where y is a number, in float64 or float32. */
  private static double[] at(String formula, double y, boolean exact) {
    PlacedFormula gate = PlacedFormula.of(FormulaPlace.GATE, formula);
    Backend<?> backend = exact ? Backends.reference() : Backends.cpu();
    Sizes sizes = new Sizes(1, 1, 1, Mask.CAUSAL);
    try (Specimen specimen =
        new Specimen(
            1,
            p -> Lowering.describe(gate, p, "w", sizes, inputs(p, y)),
            backend,
            exact ? DataType.DOUBLE : DataType.FLOAT)) {
      specimen.differentiate();
      double weight = 2 * new java.util.SplittableRandom(5).nextDouble() - 1; // a specimen's first
      double out = specimen.output().getDouble(0);
      return new double[] {out, specimen.gradients().get("y").getDouble(0) / weight + 0.0};
    }
  }

  private static Map<String, Value> inputs(Program p, double y) {
    Map<String, Value> inputs = new HashMap<>();
    inputs.put("y", p.parameter("y", Init.constant(y), 1, 1));
    return inputs;
  }
}
