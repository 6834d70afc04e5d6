package org.attune.model.primitive;

import static org.attune.model.primitive.LinearAttention.linearAttention;

import java.util.Arrays;
import java.util.stream.Stream;

class TestLinearAttention extends GradientContract {

  @Override
  Stream<Case> cases() {
    return Stream.of(
            new int[] {2, 2, 7, 3, 2}, // batch, heads, length, features, value columns
            new int[] {1, 1, 1, 2, 1},
            new int[] {1, 3, 4, 5, 5},
            new int[] {1, 1, 67, 1, 1})
        .flatMap(s -> Stream.of(of(s, Mask.CAUSAL), of(s, Mask.NONE)));
  }

  private static Case of(int[] s, Mask mask) {
    return of(
        mask + " " + Arrays.toString(s),
        s[0],
        p ->
            linearAttention(
                matrix(p, "q", s[0] * s[2], s[1] * s[3]),
                matrix(p, "k", s[0] * s[2], s[1] * s[3]),
                matrix(p, "v", s[0] * s[2], s[1] * s[4]),
                s[1],
                0.7,
                mask));
  }
}
