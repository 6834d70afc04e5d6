package org.attune.model.cpu.linear;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/** Processes a vector of columns at a time; the remaining columns in scalar arithmetic. */
final class VectorStateSteps extends StateSteps {

  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  @Override
  public void decayAndRead(
      float a, float w, float[] x, float q, float[] s, int sAt, float[] y, int first, int n) {
    int whole = first + SPECIES.loopBound(n - first);
    FloatVector decays = FloatVector.broadcast(SPECIES, a);
    FloatVector weights = FloatVector.broadcast(SPECIES, w);
    FloatVector reads = FloatVector.broadcast(SPECIES, q);
    for (int i = first; i < whole; i += LANES) {
      FloatVector state =
          decays.fma(
              FloatVector.fromArray(SPECIES, s, sAt + i),
              weights.mul(FloatVector.fromArray(SPECIES, x, i)));
      state.intoArray(s, sAt + i);
      reads.fma(state, FloatVector.fromArray(SPECIES, y, i)).intoArray(y, i);
    }
    super.decayAndRead(a, w, x, q, s, sAt, y, whole, n);
  }

  @Override
  public void advance(
      float[] a,
      float[] k,
      int kAt,
      float[] w,
      float[] s,
      int from,
      int to,
      int rows,
      int first,
      int n) {
    int whole = first + SPECIES.loopBound(n - first);
    for (int i = first; i < whole; i += LANES) {
      FloatVector decay = FloatVector.fromArray(SPECIES, a, i);
      FloatVector key = FloatVector.fromArray(SPECIES, k, kAt + i);
      for (int j = 0, at = i; j < rows; j++, at += n) {
        decay
            .fma(FloatVector.fromArray(SPECIES, s, from + at), key.mul(w[j]))
            .intoArray(s, to + at);
      }
    }
    super.advance(a, k, kAt, w, s, from, to, rows, whole, n);
  }

  @Override
  public void backOverRead(
      float[] q,
      float[] dy,
      int dyAt,
      float[] u,
      float[] s,
      int sAt,
      float[] g,
      float[] dq,
      float[] along,
      int rows,
      int first,
      int n) {
    int whole = first + SPECIES.loopBound(n - first);
    for (int i = first; i < whole; i += LANES) {
      FloatVector query = FloatVector.fromArray(SPECIES, q, i);
      FloatVector dqs = FloatVector.zero(SPECIES);
      FloatVector alongs = FloatVector.zero(SPECIES);
      for (int j = 0, at = i; j < rows; j++, at += n) {
        FloatVector slope = FloatVector.broadcast(SPECIES, dy[dyAt + j]);
        FloatVector later = slope.fma(query, FloatVector.fromArray(SPECIES, g, at));
        later.intoArray(g, at);
        dqs = slope.fma(FloatVector.fromArray(SPECIES, s, sAt + at), dqs);
        alongs = FloatVector.broadcast(SPECIES, u[j]).fma(later, alongs);
      }
      dqs.intoArray(dq, i);
      alongs.intoArray(along, i);
    }
    super.backOverRead(q, dy, dyAt, u, s, sAt, g, dq, along, rows, whole, n);
  }

  @Override
  public void backOverDecay(
      float[] a,
      float[] k,
      int kAt,
      float @Nullable [] du,
      float[] s,
      int sAt,
      float[] g,
      float[] da,
      float[] corrected,
      int rows,
      int first,
      int n) {
    int whole = first + SPECIES.loopBound(n - first);
    for (int i = first; i < whole; i += LANES) {
      FloatVector decay = FloatVector.fromArray(SPECIES, a, i);
      FloatVector key = FloatVector.fromArray(SPECIES, k, kAt + i);
      FloatVector das = FloatVector.zero(SPECIES);
      FloatVector sums = FloatVector.zero(SPECIES);
      for (int j = 0, at = i; j < rows; j++, at += n) {
        FloatVector later = FloatVector.fromArray(SPECIES, g, at);
        FloatVector state = FloatVector.fromArray(SPECIES, s, sAt + at);
        if (du != null) {
          later = key.fma(FloatVector.broadcast(SPECIES, -du[j]), later);
          sums = state.fma(FloatVector.broadcast(SPECIES, du[j]), sums);
        }
        das = later.fma(state, das);
        decay.mul(later).intoArray(g, at);
      }
      das.intoArray(da, i);
      sums.intoArray(corrected, i);
    }
    super.backOverDecay(a, k, kAt, du, s, sAt, g, da, corrected, rows, whole, n);
  }
}
