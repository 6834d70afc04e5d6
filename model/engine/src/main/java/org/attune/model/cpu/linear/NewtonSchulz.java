package org.attune.model.cpu.linear;

/**
 * Orthogonalises matrices: {@code U V'} of a matrix {@code U S V'}, roughly. Five steps of an odd
 * polynomial bring singular values near 1, most into [0.7, 1.2]; the smallest stay small. (Jordan
 * et al. 2024, Muon; Bernstein and Newhouse 2024, arXiv 2409.20325.)
 *
 * <p>An object works in its own memory, four times the largest matrix; use one per thread.
 */
public final class NewtonSchulz {

  private static final int STEPS = 5;
  private static final float A = 3.4445f;
  private static final float B = -4.7750f;
  private static final float C = 2.0315f;
  private static final double EPSILON = 1e-7; // keeps a zero matrix zero

  private final Products products = new Products();
  private float[] gram = {}; // s x s, with s the shorter side
  private float[] square = {}; // s x s
  private float[] turned = {}; // rows x columns

  /**
   * Orthogonalises a matrix in place.
   *
   * @param x row by row, from element 0
   */
  public void orthogonalise(float[] x, int rows, int columns) {
    int size = rows * columns;
    int side = Math.min(rows, columns);
    grow(size, side * side);
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += (double) x[i] * x[i];
    }
    float scale = (float) (1 / (Math.sqrt(sum) + EPSILON));
    for (int i = 0; i < size; i++) {
      x[i] *= scale;
    }
    for (int step = 0; step < STEPS; step++) {
      step(x, rows, columns, side);
    }
  }

  /** {@code X = A X + (B G + C G²) X} with G = XX', or the same from the right with X'X. */
  private void step(float[] x, int rows, int columns, int side) {
    if (rows <= columns) {
      products.multiply(
          side, side, columns, 1, x, 0, columns, 1, x, 0, 1, columns, 0, gram, 0, side);
    } else {
      products.multiply(side, side, rows, 1, x, 0, 1, columns, x, 0, columns, 1, 0, gram, 0, side);
    }
    System.arraycopy(gram, 0, square, 0, side * side);
    products.multiply(side, side, side, C, gram, 0, side, 1, gram, 0, side, 1, B, square, 0, side);
    System.arraycopy(x, 0, turned, 0, rows * columns);
    if (rows <= columns) {
      products.multiply(
          side, columns, side, 1, square, 0, side, 1, turned, 0, columns, 1, A, x, 0, columns);
    } else {
      products.multiply(
          rows, side, side, 1, turned, 0, columns, 1, square, 0, side, 1, A, x, 0, columns);
    }
  }

  private void grow(int size, int squares) {
    if (turned.length < size) {
      turned = new float[size];
    }
    if (gram.length < squares) {
      gram = new float[squares];
      square = new float[squares];
    }
  }
}
