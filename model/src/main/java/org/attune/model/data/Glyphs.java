package org.attune.model.data;

import java.util.SplittableRandom;

/**
 * Draws characters of a made-up script, as people would write them. A class is two to four curved
 * strokes. A member is the same strokes drawn again by an unsteady hand.
 */
public final class Glyphs {

  private static final int POINTS = 3; // of a stroke: its two ends and a control point
  private static final int STEPS = 24; // dots drawn along a stroke

  // Lengths, in widths of the image.
  private static final double MARGIN = 0.15;
  private static final double PEN = 0.055; // half of its width

  // Standard deviations between drawings of a class. All but TILT are in widths of the image.
  private static final double UNSTEADY = 0.025; // of points
  private static final double SHIFT = 0.04; // of the whole
  private static final double TILT = 0.15; // of the whole, in radians; half as much of its size

  private Glyphs() {}

  /**
   * Draws a member of a class.
   *
   * @param character the class: any number
   * @param hand random generator for this drawing
   * @return side² numbers from 0, paper, to 1, ink
   */
  public static float[] draw(long character, SplittableRandom hand, int side) {
    SplittableRandom shape = new SplittableRandom(character * 0x9E3779B97F4A7C15L + 1);
    int strokes = 2 + shape.nextInt(3);
    double angle = TILT * hand.nextGaussian();
    double size = 1 + TILT * hand.nextGaussian() / 2;
    double dx = SHIFT * hand.nextGaussian();
    double dy = SHIFT * hand.nextGaussian();
    float[] image = new float[side * side];
    for (int s = 0; s < strokes; s++) {
      double[][] p = new double[POINTS][];
      for (int i = 0; i < POINTS; i++) {
        double x = MARGIN + (1 - 2 * MARGIN) * shape.nextDouble() + UNSTEADY * hand.nextGaussian();
        double y = MARGIN + (1 - 2 * MARGIN) * shape.nextDouble() + UNSTEADY * hand.nextGaussian();
        double u = size * (x - 0.5);
        double v = size * (y - 0.5);
        p[i] =
            new double[] {
              0.5 + Math.cos(angle) * u - Math.sin(angle) * v + dx,
              0.5 + Math.sin(angle) * u + Math.cos(angle) * v + dy
            };
      }
      stroke(p, image, side);
    }
    return image;
  }

  /** Draws a quadratic curve, dot by dot. */
  private static void stroke(double[][] p, float[] image, int side) {
    for (int step = 0; step <= STEPS; step++) {
      double t = (double) step / STEPS;
      double a = (1 - t) * (1 - t);
      double b = 2 * t * (1 - t);
      double c = t * t;
      dot(
          a * p[0][0] + b * p[1][0] + c * p[2][0],
          a * p[0][1] + b * p[1][1] + c * p[2][1],
          image,
          side);
    }
  }

  private static void dot(double x, double y, float[] image, int side) {
    int reach = (int) Math.ceil(2 * PEN * side);
    int column = (int) (x * side);
    int row = (int) (y * side);
    for (int r = Math.max(0, row - reach); r <= Math.min(side - 1, row + reach); r++) {
      for (int c = Math.max(0, column - reach); c <= Math.min(side - 1, column + reach); c++) {
        double away = Math.hypot((c + 0.5) / side - x, (r + 0.5) / side - y);
        float ink = (float) Math.max(0, Math.min(1, 2 - away / PEN));
        image[r * side + c] = Math.max(image[r * side + c], ink);
      }
    }
  }
}
