package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.times;

import java.util.Random;
import org.attune.model.attention.Place;
import org.attune.model.attention.Reading;
import org.attune.model.attention.head.ConstrainedRidge;
import org.attune.model.attention.head.LeastSquaresSvm;
import org.attune.model.attention.head.LinearDiscriminant;
import org.attune.model.attention.head.QuadraticDiscriminant;
import org.attune.model.attention.head.WeightedRidge;
import org.attune.model.primitive.Mask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The classical heads against their textbook definitions. */
class TestHeadsAgreement {

  private static final double CLOSE = 1e-10;
  private static final double LAMBDA = 0.4;

  private final Random random = new Random(14);
  private final Computed computed = new Computed();
  private final double[][] q = gaussian(5, 3, random);
  private final double[][] k = gaussian(12, 3, random);
  private final double[][] v = gaussian(12, 2, random);
  private final double[][] oneHot = oneHot();
  private final double[] equalPriors = new double[3];

  @Test
  void weightedRidge() {
    double[][] w = gaussian(3, 1, random);
    double[] d = new double[12];
    double[][] logs = times(k, w);
    for (int i = 0; i < 12; i++) {
      d[i] = Math.exp(logs[i][0]);
    }
    computed.with("pair-weight", w);
    double[][] expected = times(q, ReferenceHeads.weightedRidge(k, v, d, LAMBDA));
    assertThat(distance(read(new WeightedRidge(LAMBDA), v), expected)).isLessThan(CLOSE);
  }

  @Test
  void leastSquaresSvm() {
    double[][] expected = ReferenceHeads.leastSquaresSvm(q, k, oneHot, LAMBDA);
    assertThat(distance(read(new LeastSquaresSvm(LAMBDA), oneHot), expected)).isLessThan(CLOSE);
  }

  @Test
  void linearDiscriminant() {
    double[][] expected = ReferenceHeads.linearDiscriminant(q, k, oneHot, LAMBDA, equalPriors);
    assertThat(distance(read(new LinearDiscriminant(LAMBDA), oneHot), expected)).isLessThan(CLOSE);
  }

  @Test
  void quadraticDiscriminant() {
    double[][] expected = ReferenceHeads.quadraticDiscriminant(q, k, oneHot, LAMBDA, equalPriors);
    assertThat(distance(read(new QuadraticDiscriminant(LAMBDA), oneHot), expected))
        .isLessThan(CLOSE);
  }

  @Test
  void equality() {
    double[][] r = gaussian(2, 3, random);
    double[][] bound = gaussian(2, 2, random);
    computed.with("constraint", r).with("bound", bound);
    double[][] expected = times(q, ReferenceHeads.equality(k, v, LAMBDA, r, bound));
    assertThat(distance(read(new ConstrainedRidge(LAMBDA, 2, false), v), expected))
        .isLessThan(CLOSE);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void inequality(long seed) {
    Random draws = new Random(seed);
    double[][] r = gaussian(2, 3, draws);
    double[][] bound = gaussian(2, 2, draws);
    computed.with("constraint", r).with("bound", bound);
    double[][] expected = times(q, ReferenceHeads.inequality(k, v, LAMBDA, r, bound));
    assertThat(distance(read(new ConstrainedRidge(LAMBDA, 2, true), v), expected))
        .isLessThan(CLOSE);
  }

  private double[][] read(Reading head, double[][] values) {
    return computed.of(
        1,
        p ->
            head.read(
                computed.given(p, "q", q),
                computed.given(p, "k", k),
                computed.given(p, "v", values),
                new Place(3, 1, 0, 1, Mask.NONE)));
  }

  private static double[][] oneHot() {
    double[][] classes = new double[12][3];
    for (int i = 0; i < 12; i++) {
      classes[i][i % 5 == 0 ? 0 : 1 + i % 2] = 1;
    }
    return classes;
  }
}
