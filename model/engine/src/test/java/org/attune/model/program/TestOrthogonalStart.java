package org.attune.model.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestOrthogonalStart {

  @ParameterizedTest
  @CsvSource({"5, 8", "8, 8", "1, 3", "64, 64"})
  void rowsAreAtRightAnglesAndOfTheLengthGiven(int rows, int columns) {
    double[] values = Init.orthogonal(0.5).values(rows, columns, "embedding", 3);

    for (int i = 0; i < rows; i++) {
      for (int j = 0; j <= i; j++) {
        assertThat(product(values, columns, i, j)).isCloseTo(i == j ? 0.25 : 0, within(1e-12));
      }
    }
  }

  @Test
  void columnsAreWhereRowsAreTooManyAndRowsAreAsLongOnAverage() {
    int rows = 20;
    int columns = 6;
    double[] values = Init.orthogonal(0.5).values(rows, columns, "embedding", 3);

    double square = 0;
    for (int a = 0; a < columns; a++) {
      for (int b = 0; b <= a; b++) {
        double product = 0;
        for (int r = 0; r < rows; r++) {
          product += values[r * columns + a] * values[r * columns + b];
        }
        assertThat(product).isCloseTo(a == b ? 0.25 * rows / columns : 0, within(1e-12));
        square += a == b ? product : 0;
      }
    }
    assertThat(square / rows).isCloseTo(0.25, within(1e-12));
  }

  @Test
  void signsAreOrthogonalTooAndDifferBySeed() {
    double[] values = Init.orthogonalSigns(0.1).values(12, 16, "embedding", 3);

    for (int i = 0; i < 12; i++) {
      for (int j = 0; j <= i; j++) {
        assertThat(product(values, 16, i, j)).isCloseTo(i == j ? 0.16 : 0, within(1e-12));
      }
    }
    assertThat(values).containsOnly(0.1, -0.1);
    assertThat(Init.orthogonalSigns(0.1).values(12, 16, "embedding", 4)).isNotEqualTo(values);
  }

  @ParameterizedTest
  @CsvSource({"3, 6", "17, 16"})
  void orthogonalSignsThatDoNotExistAreRefused(int rows, int columns) {
    assertThatThrownBy(() -> Init.orthogonalSigns(1).values(rows, columns, "embedding", 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("columns must be a power of two");
  }

  private static double product(double[] values, int columns, int i, int j) {
    double product = 0;
    for (int c = 0; c < columns; c++) {
      product += values[i * columns + c] * values[j * columns + c];
    }
    return product;
  }
}
