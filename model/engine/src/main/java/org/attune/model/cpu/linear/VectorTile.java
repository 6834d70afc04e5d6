package org.attune.model.cpu.linear;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * A tile of six rows by two vectors, for contiguous rows of A. Twelve sums, two vectors of B and
 * one number of A fit the sixteen registers of AVX2. For contiguous columns of A the tile has eight
 * rows; the numbers of A for one term are then contiguous. Taller and wider tiles were slower. From
 * fourteen rows on, the first compiler may give up; vectors are then boxed and products are a
 * hundred times slower. Eight rows are close to that: a tile that also scaled its sums, or added
 * them to C, was boxed in about half of all processes. So a tile only multiplies, and what is done
 * with its sums is a pass of its own.
 *
 * <p>Vectors are also boxed when passed to a method that the compiler did not inline. Sums shared
 * by two branches slow the loop: by a third if one branch stores and the other adds. Each method is
 * therefore written out and does one thing with its sums.
 */
final class VectorTile extends Tile {

  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  @Override
  int rows() {
    return 6;
  }

  @Override
  int turnedRows() {
    return 8;
  }

  @Override
  int columns() {
    return 2 * LANES;
  }

  @Override
  void multiply(
      int depth,
      float[] a,
      int aAt,
      int down,
      int along,
      float[] strip,
      int stripAt,
      float[] c,
      int cAt,
      int cStride) {
    if (along == 1) {
      rowByRow(depth, a, aAt, down, strip, stripAt, c, cAt, cStride);
    } else {
      columnByColumn(depth, a, aAt, along, strip, stripAt, c, cAt, cStride);
    }
  }

  @Override
  void scale(int rows, float alpha, float[] c, int cAt, int cStride) {
    FloatVector scale = FloatVector.broadcast(SPECIES, alpha);
    for (int i = 0; i < rows; i++) {
      int at = cAt + i * cStride;
      FloatVector.fromArray(SPECIES, c, at).mul(scale).intoArray(c, at);
      FloatVector.fromArray(SPECIES, c, at + LANES).mul(scale).intoArray(c, at + LANES);
    }
  }

  @Override
  void add(int rows, float alpha, float[] sums, float[] c, int cAt, int cStride) {
    FloatVector scale = FloatVector.broadcast(SPECIES, alpha);
    for (int i = 0; i < rows; i++) {
      int from = i * (2 * LANES);
      int to = cAt + i * cStride;
      FloatVector.fromArray(SPECIES, sums, from)
          .fma(scale, FloatVector.fromArray(SPECIES, c, to))
          .intoArray(c, to);
      FloatVector.fromArray(SPECIES, sums, from + LANES)
          .fma(scale, FloatVector.fromArray(SPECIES, c, to + LANES))
          .intoArray(c, to + LANES);
    }
  }

  @Override
  void pack(int rows, float[] b, int at, int stride, float[] strip, int stripAt) {
    for (int p = 0; p < rows; p++) {
      int from = at + p * stride;
      int to = stripAt + p * (2 * LANES);
      FloatVector.fromArray(SPECIES, b, from).intoArray(strip, to);
      FloatVector.fromArray(SPECIES, b, from + LANES).intoArray(strip, to + LANES);
    }
  }

  /** Multiplies with contiguous rows of A. */
  private static void rowByRow(
      int depth,
      float[] a,
      int aAt,
      int down,
      float[] strip,
      int stripAt,
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
    for (int p = 0; p < depth; p++) {
      int from = stripAt + p * (2 * LANES);
      int at = aAt + p;
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
    }
    c00.intoArray(c, cAt);
    c01.intoArray(c, cAt + LANES);
    c10.intoArray(c, cAt + cStride);
    c11.intoArray(c, cAt + cStride + LANES);
    c20.intoArray(c, cAt + 2 * cStride);
    c21.intoArray(c, cAt + 2 * cStride + LANES);
    c30.intoArray(c, cAt + 3 * cStride);
    c31.intoArray(c, cAt + 3 * cStride + LANES);
    c40.intoArray(c, cAt + 4 * cStride);
    c41.intoArray(c, cAt + 4 * cStride + LANES);
    c50.intoArray(c, cAt + 5 * cStride);
    c51.intoArray(c, cAt + 5 * cStride + LANES);
  }

  /** Multiplies with contiguous columns of A: transposed, or packed. */
  private static void columnByColumn(
      int depth,
      float[] a,
      int aAt,
      int along,
      float[] strip,
      int stripAt,
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
    FloatVector c60 = c00;
    FloatVector c61 = c00;
    FloatVector c70 = c00;
    FloatVector c71 = c00;
    for (int p = 0; p < depth; p++) {
      int from = stripAt + p * (2 * LANES);
      int at = aAt + p * along;
      FloatVector b0 = FloatVector.fromArray(SPECIES, strip, from);
      FloatVector b1 = FloatVector.fromArray(SPECIES, strip, from + LANES);
      FloatVector x = FloatVector.broadcast(SPECIES, a[at]);
      c00 = x.fma(b0, c00);
      c01 = x.fma(b1, c01);
      x = FloatVector.broadcast(SPECIES, a[at + 1]);
      c10 = x.fma(b0, c10);
      c11 = x.fma(b1, c11);
      x = FloatVector.broadcast(SPECIES, a[at + 2]);
      c20 = x.fma(b0, c20);
      c21 = x.fma(b1, c21);
      x = FloatVector.broadcast(SPECIES, a[at + 3]);
      c30 = x.fma(b0, c30);
      c31 = x.fma(b1, c31);
      x = FloatVector.broadcast(SPECIES, a[at + 4]);
      c40 = x.fma(b0, c40);
      c41 = x.fma(b1, c41);
      x = FloatVector.broadcast(SPECIES, a[at + 5]);
      c50 = x.fma(b0, c50);
      c51 = x.fma(b1, c51);
      x = FloatVector.broadcast(SPECIES, a[at + 6]);
      c60 = x.fma(b0, c60);
      c61 = x.fma(b1, c61);
      x = FloatVector.broadcast(SPECIES, a[at + 7]);
      c70 = x.fma(b0, c70);
      c71 = x.fma(b1, c71);
    }
    c00.intoArray(c, cAt);
    c01.intoArray(c, cAt + LANES);
    c10.intoArray(c, cAt + cStride);
    c11.intoArray(c, cAt + cStride + LANES);
    c20.intoArray(c, cAt + 2 * cStride);
    c21.intoArray(c, cAt + 2 * cStride + LANES);
    c30.intoArray(c, cAt + 3 * cStride);
    c31.intoArray(c, cAt + 3 * cStride + LANES);
    c40.intoArray(c, cAt + 4 * cStride);
    c41.intoArray(c, cAt + 4 * cStride + LANES);
    c50.intoArray(c, cAt + 5 * cStride);
    c51.intoArray(c, cAt + 5 * cStride + LANES);
    c60.intoArray(c, cAt + 6 * cStride);
    c61.intoArray(c, cAt + 6 * cStride + LANES);
    c70.intoArray(c, cAt + 7 * cStride);
    c71.intoArray(c, cAt + 7 * cStride + LANES);
  }
}
