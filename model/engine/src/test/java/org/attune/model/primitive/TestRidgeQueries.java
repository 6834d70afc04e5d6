package org.attune.model.primitive;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.model.primitive.RidgeQueries.ridgeQueries;

import java.util.Arrays;
import java.util.stream.Stream;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.junit.jupiter.api.Test;

class TestRidgeQueries extends GradientContract {

  @Override
  Stream<Case> cases() {
    Stream<Case> causal =
        Stream.of(
                new int[] {2, 2, 7, 3}, // batch, heads, length, features
                new int[] {1, 1, 1, 2},
                new int[] {1, 3, 4, 5},
                new int[] {1, 1, 67, 2})
            .map(s -> of("causal " + Arrays.toString(s), s[0], p -> causal(p, s)));
    Stream<Case> sets =
        Stream.of(new int[] {2, 2, 7, 3}, new int[] {1, 1, 1, 2}, new int[] {1, 2, 3, 5})
            .map(s -> of("set " + Arrays.toString(s), s[0], p -> set(p, s)));
    return Stream.concat(causal, sets);
  }

  /** Keys with more features than there are keys: most of M is λ, and the scores cancel. */
  @Override
  Stream<Case> largeCases() {
    return Stream.of(new int[] {1, 1, 20, 128}, new int[] {1, 1, 70, 96})
        .map(s -> of("scores " + Arrays.toString(s), s[0], p -> scoresOf(p, s)));
  }

  private static Value scoresOf(Program p, int[] s) {
    Value u = causal(p, s);
    return Unstack.unstack(Scores.scores(u, p.parameter("k"), s[1], 1));
  }

  @Test
  void zeroLambdaIsRefused() {
    Program p = new Program(1);
    Value x = matrix(p, "x", 3, 2);
    assertThatThrownBy(() -> ridgeQueries(x, x, 1, Lambda.fixed(0), Mask.CAUSAL))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Invalid lambda: 0 (positive where");
  }

  private static Value causal(Program p, int[] s) {
    Lambda lambda = Lambda.exponential(p.parameter("rho", Init.normal(0.3), 1, s[1]));
    Value q = matrix(p, "q", s[0] * s[2], s[1] * s[3]);
    Value k = matrix(p, "k", s[0] * s[2], s[1] * s[3]);
    return ridgeQueries(q, k, s[1], lambda, Mask.CAUSAL);
  }

  private static Value set(Program p, int[] s) {
    Lambda lambda = Lambda.exponential(p.parameter("rho", Init.normal(0.3), 1, 1));
    Value q = matrix(p, "q", s[0] * 2, s[1] * s[3]);
    Value k = matrix(p, "k", s[0] * s[2], s[1] * s[3]);
    return ridgeQueries(q, k, s[1], lambda, Mask.NONE);
  }
}
