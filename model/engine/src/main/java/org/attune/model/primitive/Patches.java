package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;

/**
 * The 3 x 3 neighbourhood of every pixel, zero beyond the edges. A product with it is a
 * two-dimensional convolution that keeps the image's size.
 *
 * @param x pixels of square images, row by row, image after image: (N·side², C)
 * @param side of an image
 */
public record Patches(Value x, int side) implements KeepsNoInput, Unary {

  /** Pixels in a neighbourhood. */
  public static final int PIXELS = 9;

  public Patches {
    if (side < 1 || x.length() % (side * side) != 0) {
      throw new IllegalArgumentException(
          "Cannot see %s as images of %d x %d".formatted(x, side, side));
    }
  }

  /** Neighbourhoods, (N·side², 9·C): upper left first, the channels of each pixel together. */
  public static Value patches(Value x, int side) {
    return Program.of(x).add(new Patches(x, side));
  }

  /**
   * The row of a pixel's neighbour.
   *
   * @param row of the pixel among all
   * @param k the neighbour, from 0 to 8; 4 is the pixel itself
   * @return the neighbour's row, or a negative number beyond an edge
   */
  public int neighbour(int row, int k) {
    int pixel = row % (side * side);
    int down = pixel / side + k / 3 - 1;
    int right = pixel % side + k % 3 - 1;
    boolean inside = down >= 0 && down < side && right >= 0 && right < side;
    return inside ? row - pixel + down * side + right : -1;
  }

  @Override
  public int[] shape() {
    return new int[] {x.rows(), PIXELS * x.columns()};
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    int channels = x.columns();
    return Formula.of(
        pass -> {
          double[] values = RealArrays.of(x.array());
          double[] seen = new double[y.rows() * y.columns()];
          each((from, to) -> System.arraycopy(values, from, seen, to, channels));
          y.array().assign(RealArrays.like(y.array(), seen));
        },
        () -> {
          double[] d = RealArrays.of(y.gradient());
          double[] sum = new double[x.rows() * channels];
          each(
              (from, to) -> {
                for (int c = 0; c < channels; c++) {
                  sum[from + c] += d[to + c];
                }
              });
          x.addGradient(RealArrays.like(x.array(), sum));
        });
  }

  private void each(Move move) {
    for (int row = 0; row < x.rows(); row++) {
      for (int k = 0; k < PIXELS; k++) {
        int neighbour = neighbour(row, k);
        if (neighbour >= 0) {
          move.move(neighbour * x.columns(), (row * PIXELS + k) * x.columns());
        }
      }
    }
  }

  private interface Move {
    void move(int from, int to);
  }
}
