package org.attune.model.primitive;

import java.util.List;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The maximum of each 2 x 2 block of pixels, channel by channel; the first of equals wins. An odd
 * side drops its last row and column.
 *
 * @param x pixels of square images, row by row, image after image: (N·side², C)
 * @param side of an image, at least 2
 */
public record MaxPool(Value x, int side) implements KeepsNoInput {

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
  public List<Value> inputs() {
    return List.of(x);
  }

  @Override
  public int[] shape() {
    int half = side / 2;
    return new int[] {x.rows() / (side * side) * half * half, x.columns()};
  }

  @Override
  public Formula formula(Arguments at) {
    Argument x = at.in(0);
    Argument y = at.out();
    int channels = x.columns();
    return new Formula() {
      private final int[] chosen = new int[y.rows() * channels]; // elements of x

      @Override
      public void forward(Pass pass) {
        double[] values = x.array().dup('c').data().asDouble();
        double[] largest = new double[chosen.length];
        for (int i = 0; i < chosen.length; i++) {
          for (int k = 0; k < 4; k++) {
            int of = candidate(i / channels, k) * channels + i % channels;
            if (k == 0 || values[of] > values[chosen[i]]) {
              chosen[i] = of;
            }
          }
          largest[i] = values[chosen[i]];
        }
        y.array().assign(array(largest, y));
      }

      @Override
      public void backward() {
        double[] d = y.gradient().dup('c').data().asDouble();
        double[] all = new double[x.rows() * channels];
        for (int i = 0; i < d.length; i++) {
          all[chosen[i]] += d[i];
        }
        x.addGradient(array(all, x));
      }

      private INDArray array(double[] flat, Argument like) {
        return Nd4j.createFromArray(flat)
            .castTo(x.array().dataType())
            .reshape('c', like.rows(), like.columns());
      }
    };
  }
}
