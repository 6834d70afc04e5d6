package org.attune.model.cpu.linear;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Six rows by two vectors: twelve sums, two vectors of B and one number of A fit the sixteen
 * registers of AVX2. With AVX-512 taller tiles were slower, and from fourteen rows on the first
 * compiler may give up, after which vectors are boxed and products a hundred times slower.
 */
final class VectorTile implements Tile {

  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  @Override
  public int rows() {
    return 6;
  }

  @Override
  public int columns() {
    return 2 * LANES;
  }

  @Override
  public void multiply(
      int depth,
      float alpha,
      float[] a,
      int aAt,
      int down,
      int along,
      float[] strip,
      int stripAt,
      float beta,
      float[] c,
      int cAt,
      int cStride) {
    FloatVector c00 = FloatVector.zero(SPECIES);
    FloatVector c01 = c00;
    FloatVector c10 = c00;
    FloatVector c11 = c00;
    FloatVector c20 = c00;
    FloatVector c21 = c00;
    FloatVector c30 = c00;
    FloatVector c31 = c00;
    FloatVector c40 = c00;
    FloatVector c41 = c00;
    FloatVector c50 = c00;
    FloatVector c51 = c00;
    int at = aAt;
    int from = stripAt;
    for (int p = 0; p < depth; p++) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, strip, from);
      FloatVector b1 = FloatVector.fromArray(SPECIES, strip, from + LANES);
      FloatVector x = FloatVector.broadcast(SPECIES, a[at]);
      c00 = x.fma(b0, c00);
      c01 = x.fma(b1, c01);
      x = FloatVector.broadcast(SPECIES, a[at + down]);
      c10 = x.fma(b0, c10);
      c11 = x.fma(b1, c11);
      x = FloatVector.broadcast(SPECIES, a[at + 2 * down]);
      c20 = x.fma(b0, c20);
      c21 = x.fma(b1, c21);
      x = FloatVector.broadcast(SPECIES, a[at + 3 * down]);
      c30 = x.fma(b0, c30);
      c31 = x.fma(b1, c31);
      x = FloatVector.broadcast(SPECIES, a[at + 4 * down]);
      c40 = x.fma(b0, c40);
      c41 = x.fma(b1, c41);
      x = FloatVector.broadcast(SPECIES, a[at + 5 * down]);
      c50 = x.fma(b0, c50);
      c51 = x.fma(b1, c51);
      at += along;
      from += 2 * LANES;
    }
    put(c00, c01, alpha, beta, c, cAt);
    put(c10, c11, alpha, beta, c, cAt + cStride);
    put(c20, c21, alpha, beta, c, cAt + 2 * cStride);
    put(c30, c31, alpha, beta, c, cAt + 3 * cStride);
    put(c40, c41, alpha, beta, c, cAt + 4 * cStride);
    put(c50, c51, alpha, beta, c, cAt + 5 * cStride);
  }

  private static void put(
      FloatVector left, FloatVector right, float alpha, float beta, float[] c, int at) {
    FloatVector x = left.mul(alpha);
    FloatVector y = right.mul(alpha);
    if (beta != 0) {
      FloatVector factor = FloatVector.broadcast(SPECIES, beta);
      x = FloatVector.fromArray(SPECIES, c, at).fma(factor, x);
      y = FloatVector.fromArray(SPECIES, c, at + LANES).fma(factor, y);
    }
    x.intoArray(c, at);
    y.intoArray(c, at + LANES);
  }
}
