package org.attune.model.primitive.elementwise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The remainder of a floor division: its numbers and its slopes by both operands. */
class TestRemainder {

  @ParameterizedTest
  @CsvSource({
    "7, 4, 3, -1",
    "-1, 4, 3, 1",
    "-8, 4, 0, 2",
    "0.5, 4, 0.5, 0",
    "-0.25, 0.75, 0.5, 1",
    "7, -4, -1, 2",
    "-7, -4, -3, -1"
  })
  void isWhatFloorDivisionLeaves(double a, double b, double rest, double slope) {
    Recipe.Builder builder = new Recipe.Builder();
    Recipe recipe =
        Recipe.of(builder, builder.of(Op.REMAINDER, builder.input(0), builder.input(1)));
    Recipe slopes = Slopes.of(recipe, 2);

    double[] made = recipe.evaluate(new double[] {a, b}, new double[4]);
    double[] sloping = slopes.evaluate(new double[] {a, b, 1}, new double[4]);

    assertThat(made[recipe.results().get(0)]).isEqualTo(rest);
    assertThat(sloping[slopes.results().get(0)]).isEqualTo(1);
    assertThat(sloping[slopes.results().get(1)]).isCloseTo(slope, within(1e-12));
  }
}
