package org.attune.jobs.report;

import java.io.IOException;
import java.util.List;

/** A drawing on white, in pixels from the upper left corner; colours are as in {@code #2f6fde}. */
interface Canvas {

  /** A line through points, whole or in strokes and gaps of these lengths. */
  void line(List<double[]> points, String colour, double width, float... dashes);

  /** An area between points, drawn faintly. */
  void area(List<double[]> points, String colour);

  /** A text beside a point. */
  void text(double x, double y, Svg.Anchor anchor, String colour, String text);

  /** The finished file. */
  byte[] drawn(String title) throws IOException;
}
