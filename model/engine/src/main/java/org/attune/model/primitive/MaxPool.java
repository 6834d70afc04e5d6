package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;

/**
 * The maximum of each 2 x 2 block of pixels, channel by channel; the first of equals wins. An odd
 * side drops its last row and column.
 *
 * @param x pixels of square images, row by row, image after image: (N·side², C)
 * @param side of an image, at least 2
 */
public record MaxPool(Value x, int side) implements KeepsNoInput, Unary {

  public MaxPool {
    if (side < 2 || x.length() % (side * side) != 0) {
      throw new IllegalArgumentException(
          "Cannot halve %s as images of %d x %d".formatted(x, side, side));
    }
  }

  /** Images of half the side: (N·⌊side/2⌋², C). */
  public static Value maxPool(Value x, int side) {
    return Program.of(x).add(new MaxPool(x, side));
  }

  /**
   * The input row of one of the four candidates for an output pixel.
   *
   * @param row of the output pixel among all
   * @param k the candidate, from 0 to 3
   */
  public int candidate(int row, int k) {
    int half = side / 2;
    int image = row / (half * half);
    int pixel = row % (half * half);
    int down = 2 * (pixel / half) + k / 2;
    int right = 2 * (pixel % half) + k % 2;
    return image * side * side + down * side + right;
  }

  @Override
  public int[] shape() {
    int half = side / 2;
    return new int[] {x.rows() / (side * side) * half * half, x.columns()};
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    int channels = x.columns();
    int[] chosen = new int[y.rows() * channels]; // elements of x
    return Formula.of(
        pass -> {
          double[] values = RealArrays.of(x.array());
          double[] largest = new double[chosen.length];
          for (int i = 0; i < chosen.length; i++) {
            for (int k = 0; k < 4; k++) {
              int pixel = candidate(i / channels, k) * channels + i % channels;
              if (k == 0 || values[pixel] > values[chosen[i]] || Double.isNaN(values[pixel])) {
                chosen[i] = pixel;
              }
            }
            largest[i] = values[chosen[i]];
          }
          y.array().assign(RealArrays.like(y.array(), largest));
        },
        () -> {
          double[] d = RealArrays.of(y.gradient());
          double[] all = new double[x.rows() * channels];
          for (int i = 0; i < d.length; i++) {
            all[chosen[i]] += d[i];
          }
          x.addGradient(RealArrays.like(x.array(), all));
        });
  }
}
