package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.plus;
import static org.attune.model.reference.ReferenceAlgebra.times;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TestReferenceSources {

  private final Random random = new Random(1);
  private final double[][] x = gaussian(7, 8, random);
  private final double[][] w = gaussian(8, 8, random);

  @Test
  void splitWithNoneOfTheHeadsIsPlain() {
    assertThat(distance(ReferenceSources.split(x, w, 4, 0, 1), times(x, w))).isZero();
  }

  @Test
  void splitWithAllOfTheHeadsIsAllPrevious() {
    double[][] all = ReferenceSources.split(x, w, 4, 1, 1);

    assertThat(distance(all, ReferenceSources.shiftedKey(x, w, 1))).isZero();
  }

  @Test
  void splitByAHalfLeavesTheFirstHeadsAndShiftsTheLast() {
    double[][][] half = ReferenceSources.heads(ReferenceSources.split(x, w, 4, 0.5, 1), 4);
    double[][][] now = ReferenceSources.heads(times(x, w), 4);

    assertThat(half[1]).isDeepEqualTo(now[1]);
    assertThat(half[2][0]).containsOnly(0);
    assertThat(half[2][5]).containsExactly(now[2][4]);
  }

  @Test
  void shiftedQueryAddsTheTokenBefore() {
    double[][] q = ReferenceSources.shiftedQuery(x, w);
    double[][] now = times(x, w);

    assertThat(q[0]).containsExactly(now[0]);
    double[][] sum = plus(new double[][] {now[3]}, new double[][] {now[2]});
    assertThat(distance(new double[][] {q[3]}, sum)).isLessThan(1e-12);
  }

  @Test
  void keyShiftOfTheWholeLengthSeesNothing() {
    assertThat(ReferenceAlgebra.largest(ReferenceSources.shiftedKey(x, w, 7))).isZero();
  }

  @Test
  void onlyAKeyShiftedByOneAlignsRepeatedSymbolsWithTheTokenAfterTheirFirstOccurrence() {
    int period = 5;
    double[][] symbols = ReferenceAlgebra.identity(period);
    double[][] twice = new double[2 * period][];
    for (int t = 0; t < twice.length; t++) {
      twice[t] = symbols[t % period];
    }
    double[][] eye = ReferenceAlgebra.identity(period);
    double[][] byKey = ReferenceScores.dot(twice, ReferenceSources.shiftedKey(twice, eye, 1));
    double[][] byQuery = ReferenceScores.dot(ReferenceSources.previous(twice, 1), twice);
    int t = 7;

    assertThat(ReferenceSelection.best(byKey[t], t + 1, 1)).containsExactly(t - period + 1);
    assertThat(ReferenceSelection.best(byQuery[t], t + 1, 1)).containsExactly(t - 1 - period);
  }

  @Test
  void aGroupServesConsecutiveHeads() {
    double[][][] groups = ReferenceSources.heads(times(x, w), 2);

    double[][][] shared = ReferenceSources.shared(groups, 4);

    assertThat(shared[1]).isSameAs(groups[0]);
    assertThat(shared[2]).isSameAs(groups[1]);
    assertThat(ReferenceSources.shared(groups, 2)).isEqualTo(groups);
  }
}
