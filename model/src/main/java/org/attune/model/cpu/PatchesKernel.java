package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Patches;
import org.attune.model.program.Pass;

/**
 * Copies neighbourhoods pixel by pixel. In the adjoint each pixel collects its gradient from the
 * neighbourhoods that contain it.
 */
final class PatchesKernel implements Kernel {

  private final Patches primitive;
  private final Floats pixels;
  private final Floats patches;
  private final Floats patchGradient;
  private final Sink<Floats> pixelGradient;
  private final Scratch scratch;

  PatchesKernel(Patches primitive, Operands<Floats> at) {
    this.primitive = primitive;
    pixels = at.in(0);
    patches = at.out();
    patchGradient = at.outGradient();
    pixelGradient = at.sink(0);
    scratch = new Scratch(at);
  }

  @Override
  public void forward(Pass pass) {
    int channels = pixels.columns;
    float[] row = scratch.array(0, patches.columns);
    for (int i = 0; i < patches.rows; i++) {
      for (int k = 0; k < Patches.PIXELS; k++) {
        int of = primitive.neighbour(i, k);
        if (of < 0) {
          Arrays.fill(row, k * channels, (k + 1) * channels, 0);
        } else {
          pixels.read(of, 0, row, k * channels, channels);
        }
      }
      patches.write(i, 1, row);
    }
  }

  @Override
  public void backward() {
    int channels = pixels.columns;
    float[] sum = scratch.array(0, channels);
    float[] share = scratch.array(1, channels);
    for (int i = 0; i < pixels.rows; i++) {
      Arrays.fill(sum, 0, channels, 0);
      for (int k = 0; k < Patches.PIXELS; k++) {
        int in =
            primitive.neighbour(
                i, Patches.PIXELS - 1 - k); // the pixel whose k-th neighbour is this one
        if (in >= 0) {
          patchGradient.read(in, k * channels, share, 0, channels);
          ArrayMath.add(share, sum, channels);
        }
      }
      Floats.give(pixelGradient, i, 1, sum);
    }
  }
}
