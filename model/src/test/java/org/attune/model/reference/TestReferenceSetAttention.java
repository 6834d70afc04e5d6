package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.permuted;
import static org.attune.model.reference.ReferenceAlgebra.rows;
import static org.attune.model.reference.ReferenceAlgebra.scaled;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TestReferenceSetAttention {

  private final Random random = new Random(3);
  private final double[][] q = gaussian(3, 4, random);
  private final double[][] k = gaussian(6, 4, random);
  private final double[][] v = gaussian(6, 2, random);

  @Test
  void twoKeysShareByTheLogisticOfTheirScoresDifference() {
    double[][] one = {{1, 0, 0, 0}};
    double[][] two = {{3, 1, 1, 1}, {-1, 2, 2, 2}};
    double share = 1 / (1 + Math.exp(-(3 - -1) / 2.0));
    double[][] out = ReferenceSetAttention.softmax(one, two, new double[][] {{1}, {0}});
    assertThat(out[0][0]).isCloseTo(share, within(1e-15));
  }

  @Test
  void orderOfTheContextDoesNotMatter() {
    int[] order = {4, 2, 0, 5, 1, 3};
    double[][] kk = permuted(k, order);
    double[][] vv = permuted(v, order);
    assertThat(
            distance(
                ReferenceSetAttention.softmax(q, k, v), ReferenceSetAttention.softmax(q, kk, vv)))
        .isLessThan(1e-14);
    assertThat(
            distance(
                ReferenceSetAttention.linear(q, k, v), ReferenceSetAttention.linear(q, kk, vv)))
        .isLessThan(1e-13);
  }

  @Test
  void hugeLogitsPickTheLargestScoreAndStayFinite() {
    double[][] out = ReferenceSetAttention.softmax(scaled(1e6, q), k, v);
    for (int i = 0; i < 3; i++) {
      int best = 0;
      for (int j = 1; j < 6; j++) {
        if (ReferenceAlgebra.dot(q[i], k[j]) > ReferenceAlgebra.dot(q[i], k[best])) {
          best = j;
        }
      }
      assertThat(out[i]).containsExactly(v[best], within(1e-12));
    }
  }

  @Test
  void causalLinearEndsAtTheSetForm() {
    double[][] queries = gaussian(6, 4, random);
    double[][] causal = ReferenceSetAttention.causalLinear(queries, k, v);
    assertThat(causal[5]).containsExactly(ReferenceSetAttention.linear(queries, k, v)[5]);
    assertThat(causal[0])
        .containsExactly(
            ReferenceSetAttention.linear(rows(queries, 0, 1), rows(k, 0, 1), rows(v, 0, 1))[0]);
  }
}
