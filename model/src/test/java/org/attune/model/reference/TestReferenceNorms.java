package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.dot;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.scaled;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TestReferenceNorms {

  private final Random random = new Random(3);
  private final double[][] o = gaussian(5, 6, random);

  @Test
  void rmsGivesRowsOfMeanSquareOneWhateverTheirScale() {
    double[][] y = ReferenceNorms.rms(o, ones(6), 0);

    assertThat(dot(y[2], y[2]) / 6).isCloseTo(1, within(1e-12));
    assertThat(distance(ReferenceNorms.rms(scaled(7, o), ones(6), 0), y)).isLessThan(1e-12);
  }

  @Test
  void depthScalingStartsAtEightTenthsAndFallsToTwo() {
    assertThat(ReferenceNorms.depthScaled(new double[][] {{1}}, 0)[0][0])
        .isCloseTo(0.8, within(1e-12));
    assertThat(ReferenceNorms.depthScaled(new double[][] {{1}}, 100)[0][0])
        .isCloseTo(0.2, within(1e-12));
  }

  @Test
  void scalarGateWithoutWeightsOpensByItsBias() {
    double[][] half = ReferenceNorms.scalarGated(o, new double[6], 0);

    assertThat(distance(half, scaled(0.5, o))).isLessThan(1e-15);
  }

  @Test
  void layerScalingLeavesTheFirstLayerAlone() {
    assertThat(distance(ReferenceNorms.layerScaled(o, 0), o)).isZero();
    assertThat(distance(ReferenceNorms.layerScaled(o, 3), scaled(0.5, o))).isZero();
  }

  private static double[] ones(int n) {
    double[] gain = new double[n];
    Arrays.fill(gain, 1);
    return gain;
  }
}
