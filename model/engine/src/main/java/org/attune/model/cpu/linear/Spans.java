package org.attune.model.cpu.linear;

/**
 * Arithmetic along spans: a span is a range of an array, usually a row of a matrix. The compiler
 * vectorises such loops only if all spans begin at one common offset.
 *
 * <p>Results equal those of scalar arithmetic, except {@link #dot} and {@link #dotOfThree}, whose
 * order of summation depends on the length only. Spans of one call are identical or do not overlap.
 */
public interface Spans {

  /** {@code y += x}. */
  void add(float[] x, int xAt, float[] y, int yAt, int n);

  /** {@code z += x y}. */
  void addProduct(float[] x, int xAt, float[] y, int yAt, float[] z, int zAt, int n);

  /** {@code z = x y}; z may be x or y. */
  void product(float[] x, int xAt, float[] y, int yAt, float[] z, int zAt, int n);

  /** {@code y = factor x}; y may be x. */
  void scale(float factor, float[] x, int xAt, float[] y, int yAt, int n);

  /** {@code y += factor x}. */
  void addScaled(float factor, float[] x, int xAt, float[] y, int yAt, int n);

  /** The sum of {@code x y}. */
  float dot(float[] x, int xAt, float[] y, int yAt, int n);

  /** The sum of {@code x y z}. */
  float dotOfThree(float[] x, int xAt, float[] y, int yAt, float[] z, int zAt, int n);

  /**
   * {@code y = e^(factor (x - less))}; y may be x. For exponents up to 0. The relative error is
   * about 2e-7 down to 1e-38; below float32's range the result is 0.
   */
  void exp(float factor, float[] x, int xAt, float less, float[] y, int yAt, int n);

  /**
   * {@code x = e^(factor (x - less))} as in {@link #exp}, with a separate {@code less} for each
   * number; then {@code sums += x}.
   */
  void expOfColumns(float factor, float[] x, int xAt, float[] less, float[] sums, int n);

  /** {@code y = max(x, y)}; y begins at 0. */
  void raise(float[] x, int xAt, float[] y, int n);

  /** {@code s = factor w (s - less)}; less begins at 0. */
  void slopes(float factor, float[] w, int wAt, float[] less, float[] s, int sAt, int n);

  /**
   * {@code y = x Phi(x)} and its slope {@code Phi(x) + x phi(x)}, to about 2e-7. Phi is the
   * Gaussian distribution function by Abramowitz and Stegun 7.1.26. It is never 0, so y keeps the
   * sign of x.
   */
  void gelu(float[] x, int xAt, float[] y, int yAt, float[] slope, int slopeAt, int n);

  /**
   * {@code x = factor (d g - along u)}: the adjoint of a norm with unit row u and gain g.
   *
   * @param adds whether the result is added to x
   */
  void across(
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
      int n);
}
