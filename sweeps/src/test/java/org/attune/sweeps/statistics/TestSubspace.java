package org.attune.sweeps.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;
import org.junit.jupiter.api.Test;

/** Sums of squares of linear models. */
class TestSubspace {

  private static final double[] ONES = {1, 1, 1, 1, 1};
  private static final double[] RISING = {1, 2, 3, 4, 5};
  private static final double[] VALUES = {2, 1, 4, 3, 7};

  /** By hand: the mean of the values is 3.4, and their slope by the rising column 1.2. */
  @Test
  void leavesWhatALineDoesNotExplain() {
    Subspace line = Subspace.empty().with(ONES, RISING);

    assertThat(line.dimension()).isEqualTo(2);
    assertThat(line.residual(VALUES))
        .containsExactly(new double[] {1, -1.2, 0.6, -1.6, 1.2}, within(1e-12));
    assertThat(line.squaredResidual(VALUES)).isCloseTo(6.8, within(1e-12));
    assertThat(Subspace.empty().with(ONES).squaredResidual(VALUES)).isCloseTo(21.2, within(1e-12));
    assertThat(Subspace.empty().squaredResidual(VALUES)).isEqualTo(79);
  }

  @Test
  void aColumnThatAddsNothingIsSkipped() {
    Subspace line = Subspace.empty().with(ONES, RISING);
    Subspace same = line.with(new double[] {7, 9, 11, 13, 15}, new double[5]);

    assertThat(same.dimension()).isEqualTo(2);
    assertThat(same.squaredResidual(VALUES)).isCloseTo(6.8, within(1e-9));
    assertThat(line.with(new double[] {1, 4, 9, 16, 25.0001}).dimension()).isEqualTo(3);
    assertThat(line.dimension()).as("unchanged").isEqualTo(2);
  }

  @Test
  void agreesWithTheLibrarysLeastSquares() {
    double[] first = {1, 0, 2, 5, 3};
    double[] second = {0, 1, 1, 0, 2};
    OLSMultipleLinearRegression library = new OLSMultipleLinearRegression();
    double[][] rows = new double[5][];
    for (int i = 0; i < 5; i++) {
      rows[i] = new double[] {first[i], second[i]};
    }
    library.newSampleData(VALUES, rows);

    assertThat(Subspace.empty().with(ONES, first, second).squaredResidual(VALUES))
        .isCloseTo(library.calculateResidualSumOfSquares(), within(1e-9));
  }
}
