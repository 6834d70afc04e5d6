package org.attune.model.cpu.linear;

/**
 * Arithmetic along spans: the numbers of an array from a place on, the row of a matrix as a rule.
 * The compiler turns such loops into vectors by itself only where all spans begin at one place.
 *
 * <p>Results are as if number by number, but for {@link #dot} and {@link #dotOfThree}, whose order
 * depends on the length only. Spans of one call do not overlap unless they are the same.
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

  /** The sum of {@code x y}. */
  float dot(float[] x, int xAt, float[] y, int yAt, int n);

  /** The sum of {@code x y z}. */
  float dotOfThree(float[] x, int xAt, float[] y, int yAt, float[] z, int zAt, int n);

  /**
   * {@code y = e^(factor (x - less))}; y may be x. For exponents up to 0, to about 2e-7 of each
   * result down to 1e-38; 0 where it is less than float32 holds.
   */
  void exp(float factor, float[] x, int xAt, float less, float[] y, int yAt, int n);

  /**
   * {@code x = e^(factor (x - less))} as in {@link #exp}, each number less one of its own; and
   * {@code sums += x}.
   */
  void expOfColumns(float factor, float[] x, int xAt, float[] less, float[] sums, int n);

  /**
   * {@code y = x Phi(x)} and its slope {@code Phi(x) + x phi(x)}, to about 2e-7; Phi, the Gaussian
   * distribution function, by Abramowitz and Stegun 7.1.26, and never 0: y keeps the sign of x.
   */
  void gelu(float[] x, int xAt, float[] y, int yAt, float[] slope, int slopeAt, int n);

  /**
   * {@code x = factor (d g - along u)}: the adjoint of a norm, u its unit row and g its gain.
   *
   * @param adds whether it is added to x
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
