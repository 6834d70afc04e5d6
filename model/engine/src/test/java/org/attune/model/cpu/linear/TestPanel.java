package org.attune.model.cpu.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Factors, solutions and symmetric products against plain loops in float64. */
class TestPanel {

  private static final int OFFSET = 5;
  private static final int PADDING = 3;
  private static final float MARK = 777; // above triangles and between rows

  private final Random random = new Random(1);
  private final Algebra algebra = new Algebra();

  /** A panel with an offset and padded rows, and its numbers in float64. */
  private final class Specimen {
    final double[][] numbers;
    final float[] memory;
    final int stride;
    final Panel panel;

    Specimen(double[][] numbers, boolean lower) {
      this.numbers = numbers;
      int columns = numbers[0].length;
      stride = columns + PADDING;
      memory = new float[OFFSET + numbers.length * stride];
      Arrays.fill(memory, MARK);
      panel = Panel.over(algebra, memory, OFFSET, stride, numbers.length, columns);
      for (int i = 0; i < numbers.length; i++) {
        for (int j = 0; j < columns; j++) {
          if (!lower || j <= i) {
            set(i, j, (float) numbers[i][j]);
            numbers[i][j] = panel.get(i, j);
          }
        }
      }
    }

    void set(int row, int column, float value) {
      memory[OFFSET + row * stride + column] = value;
    }

    void holds(double[][] expected, double tolerance) {
      int columns = expected[0].length;
      for (int i = 0; i < expected.length; i++) {
        for (int j = 0; j < columns + (i + 1 < expected.length ? PADDING : 0); j++) {
          boolean inside = j < columns;
          assertThat(panel.get(i, j))
              .as("row %d, column %d", i, j)
              .isCloseTo(
                  inside ? (float) expected[i][j] : MARK,
                  within(inside && expected[i][j] != MARK ? (float) tolerance : 0));
        }
      }
    }
  }

  private Specimen general(int rows, int columns) {
    double[][] x = new double[rows][columns];
    for (double[] row : x) {
      for (int j = 0; j < columns; j++) {
        row[j] = random.nextFloat() - 0.5f;
      }
    }
    return new Specimen(x, false);
  }

  /** The lower triangle of a matrix whose condition is about ten. */
  private Specimen positive(int n) {
    double[][] g = general(n, n).numbers;
    double[][] a = times(g, transposed(g));
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        a[i][j] = a[i][j] * 12 / n + (i == j ? 0.5 : 0);
      }
    }
    return new Specimen(a, true);
  }

  private Specimen lower(int n) {
    double[][] l = general(n, n).numbers;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        l[i][j] = j > i ? 0 : i == j ? 1.5 + l[i][j] : l[i][j] * 2 / Math.sqrt(n);
      }
    }
    return new Specimen(l, true);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 16, 17, 32, 33, 63, 64, 65, 100, 128, 200})
  void choleskysFactorTimesItselfIsTheMatrixAndTheUpperPartIsLeftAlone(int n) {
    Specimen a = positive(n);
    assertThat(a.panel.cholesky()).isZero();
    assertThat(a.panel.finiteDiagonal()).isTrue();
    double[][] l = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (j <= i) {
          l[i][j] = a.panel.get(i, j);
        } else {
          assertThat(a.panel.get(i, j)).isEqualTo(MARK);
        }
      }
    }
    double[][] again = times(l, transposed(l));
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        assertThat(again[i][j]).isCloseTo(a.numbers[i][j], within(1e-5));
      }
    }
  }

  @Test
  void choleskyNamesTheFirstMinorThatIsNotPositive() {
    for (int bad : new int[] {1, 3, 64, 65, 90}) {
      for (float pivot : new float[] {-1000, Float.NaN}) {
        Specimen a = positive(100);
        a.set(bad - 1, bad - 1, pivot);
        assertThat(a.panel.cholesky()).isEqualTo(bad);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16, 31, 64, 65, 130})
  void solutionsSolve(int n) {
    for (int columns : new int[] {1, 15, 16, 33, 64, 81}) {
      Specimen l = lower(n);
      double[][] whole = times(l.numbers, transposed(l.numbers));
      Specimen b = general(n, columns);
      b.panel.solve(l.panel);
      double[][] x = read(b, n, columns);
      assertNear(times(whole, x), b.numbers, 3e-4);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16, 31, 64, 65, 130})
  void quotientsTimesTheDivisorAreTheDividend(int n) {
    for (int rows : new int[] {1, 15, 16, 33, 64}) {
      Specimen l = lower(n);
      Specimen b = general(rows, n);
      b.panel.divideRight(l.panel);
      assertNear(times(read(b, rows, n), l.numbers), b.numbers, 1e-4);
      Specimen c = general(rows, n);
      c.panel.divideRightTransposed(l.panel);
      assertNear(times(read(c, rows, n), transposed(l.numbers)), c.numbers, 1e-4);
      b.holds(read(b, rows, n), 0); // what lies between rows is still there
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 47, 48, 49, 64, 100})
  void symmetricProductsWriteAndReadTheLowerTriangleOnly(int n) {
    int k = 70;
    Specimen a = general(k, n);
    Specimen b = general(k, n);
    double[][] gram = times(transposed(a.numbers), a.numbers);
    double[][] crossed = times(transposed(a.numbers), b.numbers);
    Specimen c = new Specimen(new double[n][n], true);
    c.panel.gram(0, a.panel);
    c.holds(lowerOf(gram, 1), 1e-5);
    c.panel.gram(1, a.panel);
    c.holds(lowerOf(gram, 2), 2e-5);
    c.panel.addCross(a.panel, b.panel);
    c.holds(lowerOf(sum(sum(gram, gram, 1), sum(crossed, transposed(crossed), 1), 1), 1), 4e-5);
    Specimen rows = general(n, k);
    c.panel.gramOfRows(rows.panel);
    double[][] s = times(rows.numbers, transposed(rows.numbers));
    c.holds(lowerOf(s, 1), 1e-5);

    Specimen left = general(n, 40);
    Specimen x = general(n, 40);
    left.panel.subtractSymmetric(c.panel, x.panel);
    left.holds(sum(left.numbers, times(s, x.numbers), -1), 1e-4);
    Specimen right = general(40, n);
    Specimen y = general(40, n);
    right.panel.subtractSymmetricRight(y.panel, c.panel);
    right.holds(sum(right.numbers, times(y.numbers, s), -1), 1e-4);
  }

  @Test
  void productsAreByTheirFormulas() {
    Specimen a = general(20, 35);
    Specimen b = general(35, 41);
    Specimen c = general(20, 41);
    double[][] expected = sum(c.numbers, times(a.numbers, b.numbers), -2);
    c.panel.product(1, -2, a.panel, b.panel);
    c.holds(expected, 2e-5);
    Specimen d = general(35, 41);
    d.panel.productTN(0, 1, a.panel, c.panel);
    d.holds(times(transposed(a.numbers), read(c, 20, 41)), 5e-5);
    Specimen e = general(20, 35);
    e.panel.productNT(0, 1, c.panel, b.panel);
    e.holds(times(read(c, 20, 41), transposed(b.numbers)), 5e-5);
  }

  @Test
  void panelsMoveScaleAddAndCopy() {
    Panel many = zeros(3, 4, 5);
    many.number(1).setRow(2, new float[] {0, 0, 0, 7, 0});
    Panel other = many.sharing().moveTo(4, 1).rows(3).columns(4);
    assertThat(other.get(2, 2)).isEqualTo(7);
    Specimen x = general(3, 4);
    other.copy(x.panel);
    other.add(2, x.panel);
    other.scale(0.5f);
    assertThat(other.dot(x.panel)).isCloseTo(1.5 * x.panel.dot(x.panel), within(1e-6));
    assertThat(many.number(0).get(3, 4)).isZero();
    other.zero();
    assertThat(other.dot(other)).isZero();
    Panel square = zeros(1, 4, 4);
    square.addToDiagonal(2);
    Panel copied = zeros(1, 4, 4);
    square.setRow(0, new float[] {2, 9, 0, 0});
    copied.copyLower(square);
    assertThat(copied.get(0, 1)).isZero();
    assertThat(copied.get(3, 3)).isEqualTo(2);
  }

  /** Consecutive matrices of zeros. */
  private Panel zeros(int count, int rows, int columns) {
    return Panel.over(algebra, new float[count * rows * columns], 0, columns, rows, columns);
  }

  private static double[][] read(Specimen s, int rows, int columns) {
    double[][] x = new double[rows][columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        x[i][j] = s.panel.get(i, j);
      }
    }
    return x;
  }

  private static double[][] lowerOf(double[][] a, double factor) {
    double[][] x = new double[a.length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a.length; j++) {
        x[i][j] = j <= i ? a[i][j] * factor : MARK;
      }
    }
    return x;
  }

  private static void assertNear(double[][] actual, double[][] expected, double tolerance) {
    double worst = 0;
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < expected[0].length; j++) {
        worst = Math.max(worst, Math.abs(actual[i][j] - expected[i][j]));
        assertThat(actual[i][j]).isNotNaN();
      }
    }
    assertThat(worst).isLessThan(tolerance);
  }

  private static double[][] sum(double[][] a, double[][] b, double factor) {
    double[][] x = new double[a.length][a[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[0].length; j++) {
        x[i][j] = a[i][j] + factor * b[i][j];
      }
    }
    return x;
  }

  private static double[][] times(double[][] a, double[][] b) {
    double[][] x = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int p = 0; p < b.length; p++) {
        for (int j = 0; j < b[0].length; j++) {
          x[i][j] += a[i][p] * b[p][j];
        }
      }
    }
    return x;
  }

  private static double[][] transposed(double[][] a) {
    double[][] x = new double[a[0].length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[0].length; j++) {
        x[j][i] = a[i][j];
      }
    }
    return x;
  }
}
