package org.attune.model.primitive.elementwise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/** The slopes of recipes, against differences of the numbers that the recipes give. */
class TestSlopes {

  private static final Set<Op> WITHOUT_SLOPES = EnumSet.of(Op.LESS, Op.AT_MOST, Op.EQUAL);
  private static final Set<Op> OF_POSITIVE = EnumSet.of(Op.POWER, Op.LOG, Op.SQRT);
  private static final double STEP = 1e-5; // central: the error is about its square
  private static final double GRADIENT = 1.7; // reaches the result

  private final Recipe.Builder builder = new Recipe.Builder();

  /** Each operation by each of its operands, none of them a number that is known. */
  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"INPUT", "INDEX", "NUMBER"})
  void ofEachOperationAreItsDifferences(Op op) {
    int[] operands = IntStream.range(0, op.arity()).map(builder::input).toArray();
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 20; i++) {
      double[] at =
          IntStream.range(0, op.arity())
              .mapToDouble(a -> random.nextDouble(OF_POSITIVE.contains(op) ? 0.2 : -2, 2))
              .toArray();
      if (op == Op.WHERE) {
        at[0] = i % 2;
      }
      assertSlopes(builder.of(op, operands), at, WITHOUT_SLOPES.contains(op));
    }
  }

  static Stream<List<Op>> pairs() {
    List<Op> smooth = List.of(Op.MULTIPLY, Op.DIVIDE, Op.SUBTRACT, Op.POWER, Op.MAX);
    return smooth.stream().flatMap(a -> smooth.stream().map(b -> List.of(a, b)));
  }

  /** The slopes of several ways to one operand add up, also where a step is read twice. */
  @ParameterizedTest
  @MethodSource("pairs")
  void addUpOverAllWays(List<Op> ops) {
    int a = builder.input(0);
    int b = builder.input(1);
    int inner = builder.of(ops.get(1), b, a);
    int outer = builder.of(ops.get(0), inner, builder.of(Op.ADD, a, inner));
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 10; i++) {
      double small = random.nextDouble(0.3, 1);
      assertSlopes(outer, new double[] {small, small + random.nextDouble(0.2, 1)}, false);
    }
  }

  /** 2^x at 3 has the slope 8 log 2 by the exponent, and 3 * 2^2 by the base. */
  @Test
  void aPowerSlopesByItsExponentToo() {
    Recipe power = Recipe.of(builder, builder.of(Op.POWER, builder.input(0), builder.input(1)));

    double[] slopes = slopes(power, new double[] {2, 3}, 1);

    assertThat(slopes[0]).isCloseTo(12, within(1e-12));
    assertThat(slopes[1]).isCloseTo(8 * Math.log(2), within(1e-12));
    // 0^x is 0 for every x above 0, and log 0 must not come in
    assertThat(slopes(power, new double[] {0, 3}, 1)).containsExactly(0, 0);
  }

  private void assertSlopes(int result, double[] at, boolean none) {
    Recipe recipe = Recipe.of(builder, result);
    double[] slopes = slopes(recipe, at, GRADIENT);
    for (int operand = 0; operand < at.length; operand++) {
      double up = number(recipe, moved(at, operand, STEP));
      double down = number(recipe, moved(at, operand, -STEP));
      double difference = none ? 0 : GRADIENT * (up - down) / (2 * STEP);
      assertThat(slopes[operand])
          .as("by operand %d at %s", operand, Arrays.toString(at))
          .isCloseTo(difference, within(1e-6 * (1 + Math.abs(difference))));
    }
  }

  private static double[] slopes(Recipe recipe, double[] at, double gradient) {
    Recipe slopes = Slopes.of(recipe, at.length);
    double[] operands = Arrays.copyOf(at, at.length + 1);
    operands[at.length] = gradient;
    double[] made = slopes.evaluate(operands, new double[0]);
    return slopes.results().stream().mapToDouble(step -> made[step]).toArray();
  }

  private static double number(Recipe recipe, double[] at) {
    return recipe.evaluate(at, new double[0])[recipe.results().get(0)];
  }

  private static double[] moved(double[] at, int operand, double by) {
    double[] moved = at.clone();
    moved[operand] += by;
    return moved;
  }
}
