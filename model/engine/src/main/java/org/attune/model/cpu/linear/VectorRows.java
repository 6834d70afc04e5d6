package org.attune.model.cpu.linear;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Processes four vectors of the row at a time, then one; the remainder in scalar arithmetic. */
final class VectorRows extends EliminationStep {

  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  @Override
  void eliminate(
      float[] x,
      int at,
      int columns,
      int first,
      int stride,
      int count,
      float[] factors,
      int factorAt,
      int factorStride,
      float factor) {
    int c = 0;
    for (; c + 4 * LANES <= columns; c += 4 * LANES) {
      four(x, at + c, first + c, stride, count, factors, factorAt, factorStride, factor);
    }
    for (; c + LANES <= columns; c += LANES) {
      one(x, at + c, first + c, stride, count, factors, factorAt, factorStride, factor);
    }
    super.eliminate(
        x, at + c, columns - c, first + c, stride, count, factors, factorAt, factorStride, factor);
  }

  private static void four(
      float[] x,
      int at,
      int first,
      int stride,
      int count,
      float[] factors,
      int factorAt,
      int factorStride,
      float factor) {
    FloatVector a = FloatVector.fromArray(SPECIES, x, at);
    FloatVector b = FloatVector.fromArray(SPECIES, x, at + LANES);
    FloatVector c = FloatVector.fromArray(SPECIES, x, at + 2 * LANES);
    FloatVector d = FloatVector.fromArray(SPECIES, x, at + 3 * LANES);
    int from = first;
    int f = factorAt;
    for (int i = 0; i < count; i++) {
      FloatVector times = FloatVector.broadcast(SPECIES, -factors[f]);
      a = times.fma(FloatVector.fromArray(SPECIES, x, from), a);
      b = times.fma(FloatVector.fromArray(SPECIES, x, from + LANES), b);
      c = times.fma(FloatVector.fromArray(SPECIES, x, from + 2 * LANES), c);
      d = times.fma(FloatVector.fromArray(SPECIES, x, from + 3 * LANES), d);
      from += stride;
      f += factorStride;
    }
    a.mul(factor).intoArray(x, at);
    b.mul(factor).intoArray(x, at + LANES);
    c.mul(factor).intoArray(x, at + 2 * LANES);
    d.mul(factor).intoArray(x, at + 3 * LANES);
  }

  private static void one(
      float[] x,
      int at,
      int first,
      int stride,
      int count,
      float[] factors,
      int factorAt,
      int factorStride,
      float factor) {
    FloatVector a = FloatVector.fromArray(SPECIES, x, at);
    int from = first;
    int f = factorAt;
    for (int i = 0; i < count; i++) {
      FloatVector times = FloatVector.broadcast(SPECIES, -factors[f]);
      a = times.fma(FloatVector.fromArray(SPECIES, x, from), a);
      from += stride;
      f += factorStride;
    }
    a.mul(factor).intoArray(x, at);
  }
}
