package org.attune.model.primitive;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.model.primitive.Ridge.ridge;

import java.util.stream.Stream;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.junit.jupiter.api.Test;

class TestRidge extends GradientContract {

  @Override
  Stream<Case> cases() {
    return Stream.of(
            new int[] {2, 2, 4, 7, 3, 2}, // batch, heads, queries, keys, features, value columns
            new int[] {1, 3, 7, 7, 4, 4},
            new int[] {2, 1, 5, 3, 6, 2}, // dual
            new int[] {1, 1, 1, 1, 1, 1},
            new int[] {1, 2, 2, 1, 3, 1})
        .flatMap(
            s ->
                Stream.of(
                    of("ridge " + java.util.Arrays.toString(s), s[0], p -> fixed(p, s, 0.7)),
                    of("learned lambda " + java.util.Arrays.toString(s), s[0], p -> learned(p, s)),
                    of("queries are keys " + java.util.Arrays.toString(s), s[0], p -> self(p, s))));
  }

  private static Value fixed(Program p, int[] s, double lambda) {
    return ridge(q(p, s), k(p, s), v(p, s), s[1], Lambda.fixed(lambda), 1);
  }

  private static Value learned(Program p, int[] s) {
    Lambda perHead = Lambda.exponential(p.parameter("rho", Init.normal(0.5), 1, s[1]));
    return ridge(q(p, s), k(p, s), v(p, s), s[1], perHead, Math.sqrt(s[4]));
  }

  private static Value self(Program p, int[] s) {
    Lambda perSequence = Lambda.exponential(p.parameter("rho", Init.normal(0.5), s[0], 1));
    Value k = k(p, s);
    return ridge(k, k, v(p, s), s[1], perSequence, 1);
  }

  private static Value q(Program p, int[] s) {
    return matrix(p, "q", s[0] * s[2], s[1] * s[4]);
  }

  private static Value k(Program p, int[] s) {
    return matrix(p, "k", s[0] * s[3], s[1] * s[4]);
  }

  private static Value v(Program p, int[] s) {
    return matrix(p, "v", s[0] * s[3], s[1] * s[5]);
  }

  @Test
  void zeroLambdaIsRefused() {
    Program p = new Program(1);
    Value x = matrix(p, "x", 3, 2);
    assertThatThrownBy(() -> ridge(x, x, x, 1, Lambda.fixed(0), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Invalid lambda: 0 (positive where");
  }
}
