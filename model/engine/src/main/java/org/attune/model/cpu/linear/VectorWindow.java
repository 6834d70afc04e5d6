package org.attune.model.cpu.linear;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Applies each tap to one vector of each of four rows. Four sums stay in registers and read x in
 * place, at every shift. Each method has a single loop: in nested loops the compiler boxes the
 * sums.
 */
final class VectorWindow extends Window {

  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  @Override
  int columns() {
    return LANES;
  }

  @Override
  void slide(
      float[] x, int at, int stride, float[] taps, int[] under, float[] y, int yAt, int yStride) {
    FloatVector y0 = FloatVector.zero(SPECIES);
    FloatVector y1 = y0;
    FloatVector y2 = y0;
    FloatVector y3 = y0;
    for (int t = 0; t < taps.length; t++) {
      int from = at + under[t];
      FloatVector times = FloatVector.broadcast(SPECIES, taps[t]);
      y0 = times.fma(FloatVector.fromArray(SPECIES, x, from), y0);
      y1 = times.fma(FloatVector.fromArray(SPECIES, x, from + stride), y1);
      y2 = times.fma(FloatVector.fromArray(SPECIES, x, from + 2 * stride), y2);
      y3 = times.fma(FloatVector.fromArray(SPECIES, x, from + 3 * stride), y3);
    }
    y0.intoArray(y, yAt);
    y1.intoArray(y, yAt + yStride);
    y2.intoArray(y, yAt + 2 * yStride);
    y3.intoArray(y, yAt + 3 * yStride);
  }

  @Override
  void correlate(float[] x, int at, float[] y, int yAt, int[] pieces, float[] sums, int sumsAt) {
    FloatVector s0 = FloatVector.zero(SPECIES);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    for (int p = 0; p < pieces.length; p++) {
      int from = at + pieces[p];
      FloatVector times = FloatVector.fromArray(SPECIES, y, yAt + pieces[p]);
      s0 = times.fma(FloatVector.fromArray(SPECIES, x, from), s0);
      s1 = times.fma(FloatVector.fromArray(SPECIES, x, from + 1), s1);
      s2 = times.fma(FloatVector.fromArray(SPECIES, x, from + 2), s2);
      s3 = times.fma(FloatVector.fromArray(SPECIES, x, from + 3), s3);
    }
    sums[sumsAt] = s0.reduceLanes(VectorOperators.ADD);
    sums[sumsAt + 1] = s1.reduceLanes(VectorOperators.ADD);
    sums[sumsAt + 2] = s2.reduceLanes(VectorOperators.ADD);
    sums[sumsAt + 3] = s3.reduceLanes(VectorOperators.ADD);
  }
}
