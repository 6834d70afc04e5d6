package org.attune.model.cpu.linear;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Processes a vector at a time; the remainder of a span in scalar arithmetic. */
final class VectorSpans extends Spans {

  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> BITS = IntVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  @Override
  public void add(float[] x, int xAt, float[] y, int yAt, int n) {
    int whole = SPECIES.loopBound(n);
    for (int i = 0; i < whole; i += LANES) {
      FloatVector.fromArray(SPECIES, x, xAt + i)
          .add(FloatVector.fromArray(SPECIES, y, yAt + i))
          .intoArray(y, yAt + i);
    }
    super.add(x, xAt + whole, y, yAt + whole, n - whole);
  }

  @Override
  public void addProduct(float[] x, int xAt, float[] y, int yAt, float[] z, int zAt, int n) {
    int whole = SPECIES.loopBound(n);
    for (int i = 0; i < whole; i += LANES) {
      FloatVector a = FloatVector.fromArray(SPECIES, x, xAt + i);
      a.fma(FloatVector.fromArray(SPECIES, y, yAt + i), FloatVector.fromArray(SPECIES, z, zAt + i))
          .intoArray(z, zAt + i);
    }
    super.addProduct(x, xAt + whole, y, yAt + whole, z, zAt + whole, n - whole);
  }

  @Override
  public void product(float[] x, int xAt, float[] y, int yAt, float[] z, int zAt, int n) {
    int whole = SPECIES.loopBound(n);
    for (int i = 0; i < whole; i += LANES) {
      FloatVector.fromArray(SPECIES, x, xAt + i)
          .mul(FloatVector.fromArray(SPECIES, y, yAt + i))
          .intoArray(z, zAt + i);
    }
    super.product(x, xAt + whole, y, yAt + whole, z, zAt + whole, n - whole);
  }

  @Override
  public void scale(float factor, float[] x, int xAt, float[] y, int yAt, int n) {
    int whole = SPECIES.loopBound(n);
    FloatVector times = FloatVector.broadcast(SPECIES, factor);
    for (int i = 0; i < whole; i += LANES) {
      times.mul(FloatVector.fromArray(SPECIES, x, xAt + i)).intoArray(y, yAt + i);
    }
    super.scale(factor, x, xAt + whole, y, yAt + whole, n - whole);
  }

  @Override
  public void addScaled(float factor, float[] x, int xAt, float[] y, int yAt, int n) {
    int whole = SPECIES.loopBound(n);
    FloatVector times = FloatVector.broadcast(SPECIES, factor);
    for (int i = 0; i < whole; i += LANES) {
      times
          .fma(
              FloatVector.fromArray(SPECIES, x, xAt + i),
              FloatVector.fromArray(SPECIES, y, yAt + i))
          .intoArray(y, yAt + i);
    }
    super.addScaled(factor, x, xAt + whole, y, yAt + whole, n - whole);
  }

  @Override
  public float dot(float[] x, int xAt, float[] y, int yAt, int n) {
    int whole = SPECIES.loopBound(n);
    FloatVector sum = FloatVector.zero(SPECIES);
    for (int i = 0; i < whole; i += LANES) {
      sum =
          FloatVector.fromArray(SPECIES, x, xAt + i)
              .fma(FloatVector.fromArray(SPECIES, y, yAt + i), sum);
    }
    float most = sum.reduceLanes(VectorOperators.ADD);
    return most + super.dot(x, xAt + whole, y, yAt + whole, n - whole);
  }

  @Override
  public float dotOfThree(float[] x, int xAt, float[] y, int yAt, float[] z, int zAt, int n) {
    int whole = SPECIES.loopBound(n);
    FloatVector sum = FloatVector.zero(SPECIES);
    for (int i = 0; i < whole; i += LANES) {
      sum =
          FloatVector.fromArray(SPECIES, x, xAt + i)
              .mul(FloatVector.fromArray(SPECIES, y, yAt + i))
              .fma(FloatVector.fromArray(SPECIES, z, zAt + i), sum);
    }
    float most = sum.reduceLanes(VectorOperators.ADD);
    return most + super.dotOfThree(x, xAt + whole, y, yAt + whole, z, zAt + whole, n - whole);
  }

  @Override
  public void exp(float factor, float[] x, int xAt, float less, float[] y, int yAt, int n) {
    int whole = SPECIES.loopBound(n);
    FloatVector times = FloatVector.broadcast(SPECIES, factor);
    FloatVector most = FloatVector.broadcast(SPECIES, less);
    for (int i = 0; i < whole; i += LANES) {
      exp(FloatVector.fromArray(SPECIES, x, xAt + i).sub(most).mul(times)).intoArray(y, yAt + i);
    }
    super.exp(factor, x, xAt + whole, less, y, yAt + whole, n - whole);
  }

  @Override
  public void expOfColumns(float factor, float[] x, int xAt, float[] less, float[] sums, int n) {
    int whole = SPECIES.loopBound(n);
    FloatVector times = FloatVector.broadcast(SPECIES, factor);
    for (int i = 0; i < whole; i += LANES) {
      FloatVector most = FloatVector.fromArray(SPECIES, less, i);
      FloatVector e = exp(FloatVector.fromArray(SPECIES, x, xAt + i).sub(most).mul(times));
      e.intoArray(x, xAt + i);
      FloatVector.fromArray(SPECIES, sums, i).add(e).intoArray(sums, i);
    }
    super.expOfColumns(factor, x, xAt, less, sums, whole, n);
  }

  @Override
  public void raise(float[] x, int xAt, float[] y, int n) {
    int whole = SPECIES.loopBound(n);
    for (int i = 0; i < whole; i += LANES) {
      FloatVector.fromArray(SPECIES, y, i)
          .max(FloatVector.fromArray(SPECIES, x, xAt + i))
          .intoArray(y, i);
    }
    for (int i = whole; i < n; i++) {
      y[i] = Math.max(y[i], x[xAt + i]);
    }
  }

  @Override
  public void slopes(float factor, float[] w, int wAt, float[] less, float[] s, int sAt, int n) {
    int whole = SPECIES.loopBound(n);
    FloatVector times = FloatVector.broadcast(SPECIES, factor);
    for (int i = 0; i < whole; i += LANES) {
      FloatVector.fromArray(SPECIES, s, sAt + i)
          .sub(FloatVector.fromArray(SPECIES, less, i))
          .mul(FloatVector.fromArray(SPECIES, w, wAt + i))
          .mul(times)
          .intoArray(s, sAt + i);
    }
    for (int i = whole; i < n; i++) {
      s[sAt + i] = (s[sAt + i] - less[i]) * w[wAt + i] * factor;
    }
  }

  /** Takes the steps of the scalar code, so that the digits agree. */
  private static FloatVector exp(FloatVector x) {
    FloatVector from = x.max(FloatVector.broadcast(SPECIES, NOTHING));
    FloatVector whole = FloatVector.broadcast(SPECIES, WHOLE);
    FloatVector shifted = from.fma(FloatVector.broadcast(SPECIES, PER_LN2), whole);
    FloatVector k = shifted.sub(whole);
    FloatVector r = k.fma(FloatVector.broadcast(SPECIES, -LN2), from);
    r = k.fma(FloatVector.broadcast(SPECIES, -LN2_REST), r);
    FloatVector p = r.fma(FloatVector.broadcast(SPECIES, E6), FloatVector.broadcast(SPECIES, E5));
    p = r.fma(p, FloatVector.broadcast(SPECIES, E4));
    p = r.fma(p, FloatVector.broadcast(SPECIES, E3));
    p = r.fma(p, FloatVector.broadcast(SPECIES, E2));
    FloatVector e = r.mul(r).fma(p, r).add(FloatVector.broadcast(SPECIES, 1f));
    return e.mul(
        shifted
            .reinterpretAsInts()
            .lanewise(VectorOperators.LSHL, EXPONENT)
            .add(IntVector.broadcast(BITS, ONE))
            .reinterpretAsFloats());
  }

  @Override
  public void gelu(float[] x, int xAt, float[] y, int yAt, float[] slope, int slopeAt, int n) {
    int whole = SPECIES.loopBound(n);
    FloatVector minusHalf = FloatVector.broadcast(SPECIES, -0.5f);
    FloatVector least = FloatVector.broadcast(SPECIES, -FAR);
    FloatVector part = FloatVector.broadcast(SPECIES, 1f / 32);
    FloatVector fifth = FloatVector.broadcast(SPECIES, 1f / 120);
    FloatVector fourth = FloatVector.broadcast(SPECIES, 1f / 24);
    FloatVector third = FloatVector.broadcast(SPECIES, 1f / 6);
    FloatVector half = FloatVector.broadcast(SPECIES, 0.5f);
    FloatVector one = FloatVector.broadcast(SPECIES, 1f);
    FloatVector zero = FloatVector.zero(SPECIES);
    FloatVector near = FloatVector.broadcast(SPECIES, 0.3275911f * 0.70710678f);
    FloatVector p5 = FloatVector.broadcast(SPECIES, 1.061405429f);
    FloatVector p4 = FloatVector.broadcast(SPECIES, -1.453152027f);
    FloatVector p3 = FloatVector.broadcast(SPECIES, 1.421413741f);
    FloatVector p2 = FloatVector.broadcast(SPECIES, -0.284496736f);
    FloatVector p1 = FloatVector.broadcast(SPECIES, 0.254829592f);
    FloatVector sign = FloatVector.broadcast(SPECIES, LEAST);
    FloatVector density = FloatVector.broadcast(SPECIES, 0.39894228f);
    for (int i = 0; i < whole; i += LANES) {
      FloatVector v = FloatVector.fromArray(SPECIES, x, xAt + i);
      FloatVector r = v.mul(minusHalf).mul(v).max(least).mul(part);
      FloatVector e = r.fma(fifth, fourth).fma(r, third).fma(r, half).fma(r, one).mul(r);
      e = e.fma(e, e.add(e));
      e = e.fma(e, e.add(e));
      e = e.fma(e, e.add(e));
      e = e.fma(e, e.add(e));
      e = e.fma(e, e.add(e)).add(one);
      FloatVector t = one.div(v.abs().fma(near, one));
      FloatVector p = t.fma(p5, p4).fma(t, p3).fma(t, p2).fma(t, p1);
      FloatVector beyond = p.mul(half).mul(t).fma(e, sign);
      FloatVector share = one.sub(beyond).blend(beyond, v.lt(zero));
      v.mul(density).fma(e, share).intoArray(slope, slopeAt + i);
      v.mul(share).intoArray(y, yAt + i);
    }
    super.gelu(x, xAt + whole, y, yAt + whole, slope, slopeAt + whole, n - whole);
  }

  @Override
  public void across(
      float factor,
      float along,
      float[] u,
      int uAt,
      float[] d,
      int dAt,
      float[] g,
      int gAt,
      float[] x,
      int xAt,
      boolean adds,
      int n) {
    int whole = SPECIES.loopBound(n);
    FloatVector times = FloatVector.broadcast(SPECIES, factor);
    FloatVector less = FloatVector.broadcast(SPECIES, -along);
    for (int i = 0; i < whole; i += LANES) {
      FloatVector slope =
          less.fma(
                  FloatVector.fromArray(SPECIES, u, uAt + i),
                  FloatVector.fromArray(SPECIES, d, dAt + i)
                      .mul(FloatVector.fromArray(SPECIES, g, gAt + i)))
              .mul(times);
      if (adds) {
        FloatVector.fromArray(SPECIES, x, xAt + i).add(slope).intoArray(x, xAt + i);
      } else {
        slope.intoArray(x, xAt + i);
      }
    }
    super.across(
        factor,
        along,
        u,
        uAt + whole,
        d,
        dAt + whole,
        g,
        gAt + whole,
        x,
        xAt + whole,
        adds,
        n - whole);
  }
}
