package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.scaled;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TestReferenceOneBit {

  private final Random random = new Random(11);

  @Test
  void zeroIsPositive() {
    assertThat(ReferenceOneBit.sign(0.0)).isEqualTo(1);
    assertThat(ReferenceOneBit.sign(-0.1)).isEqualTo(-1);
  }

  @Test
  void onlySignsOfInputsAndWeightsCount() {
    double[][] x = gaussian(3, 8, random);
    double[][] w = gaussian(8, 2, random);
    double[] scale = {0.5, 2};
    double[] bias = {1, 0};

    assertThat(ReferenceOneBit.linear(scaled(7, x), scaled(0.01, w), scale, bias))
        .isDeepEqualTo(ReferenceOneBit.linear(x, w, scale, bias));
  }

  @Test
  void anInputThatAgreesWithEveryWeightGivesItsWidth() {
    double[][] ones = {{1, 1, 1, 1}};
    double[][] w = {{3}, {1}, {2}, {9}};

    assertThat(ReferenceOneBit.linear(ones, w, new double[] {0.5}, new double[] {1})[0])
        .containsExactly(3);
  }

  @Test
  void gradientsStopAtInputsBeyondOne() {
    double[][] x = {{0.5, -3}};
    double[][] w = {{2}, {2}};

    double[][] dx = ReferenceOneBit.inputGradient(x, w, new double[] {0.5}, new double[][] {{4}});

    assertThat(dx[0]).containsExactly(2, 0);
  }

  @Test
  void weightGradientsPassWhateverTheWeights() {
    double[][] dw =
        ReferenceOneBit.weightGradient(
            new double[][] {{0.5, -3}}, new double[] {0.5}, new double[][] {{4}});

    assertThat(dw).isDeepEqualTo(new double[][] {{2}, {-2}});
  }

  @Test
  void aCodewordIsNearestToItself() {
    double[][] book = gaussian(10, 64, random);

    double[] likeness = ReferenceOneBit.codebook(new double[][] {book[4]}, book, 0.5)[0];

    assertThat(likeness[4]).isEqualTo(32);
    assertThat(ReferenceSelection.best(likeness, 10, 1)).containsExactly(4);
  }
}
