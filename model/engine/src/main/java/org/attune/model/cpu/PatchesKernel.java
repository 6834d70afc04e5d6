package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Patches;
import org.attune.model.program.Pass;

/**
 * Copies neighbourhoods pixel by pixel. In the adjoint each pixel collects its gradient from the
 * neighbourhoods that contain it.
 */
final class PatchesKernel extends CpuKernel {

  private final Patches primitive;

  PatchesKernel(Patches primitive, Operands<Floats> at) {
    super(at);
    this.primitive = primitive;
  }

  @Override
  public void forward(Pass pass) {
    int channels = input.columns;
    float[] row = scratch.array(0, output.columns);
    for (int i = 0; i < output.rows; i++) {
      for (int k = 0; k < Patches.PIXELS; k++) {
        int neighbour = primitive.neighbour(i, k);
        if (neighbour < 0) {
          Arrays.fill(row, k * channels, (k + 1) * channels, 0);
        } else {
          input.read(neighbour, 0, row, k * channels, channels);
        }
      }
      output.write(i, 1, row);
    }
  }

  @Override
  public void backward() {
    int channels = input.columns;
    float[] sum = scratch.array(0, channels);
    float[] share = scratch.array(1, channels);
    for (int i = 0; i < input.rows; i++) {
      Arrays.fill(sum, 0, channels, 0);
      for (int k = 0; k < Patches.PIXELS; k++) {
        int in =
            primitive.neighbour(
                i, Patches.PIXELS - 1 - k); // the pixel whose k-th neighbour is this one
        if (in >= 0) {
          gradient.read(in, k * channels, share, 0, channels);
          ArrayMath.add(share, sum, channels);
        }
      }
      Floats.give(toInput, i, 1, sum);
    }
  }
}
