package org.attune.jobs.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Locale;

/** A drawing for a file of SVG. */
final class SvgCanvas implements Canvas {

  private final Svg svg;
  private final int height;

  SvgCanvas(int width, int height) {
    this.svg = new Svg(width);
    this.height = height;
  }

  @Override
  public void line(List<double[]> points, String colour, double width, float... dashes) {
    StringBuilder lengths = new StringBuilder();
    for (float length : dashes) {
      lengths.append(lengths.isEmpty() ? "" : " ").append((int) length);
    }
    svg.path(
        points,
        String.format(
            Locale.ROOT,
            "stroke='%s' stroke-width='%.1f' stroke-linejoin='round'%s",
            colour,
            width,
            lengths.isEmpty()
                ? ""
                : " stroke-linecap='round' stroke-dasharray='%s'".formatted(lengths)));
  }

  @Override
  public void area(List<double[]> points, String colour) {
    svg.area(points, "fill='%s' fill-opacity='0.14'".formatted(colour));
  }

  @Override
  public void text(double x, double y, Svg.Anchor anchor, String colour, String text) {
    svg.text(x, y, anchor, "fill='%s'".formatted(colour), text);
  }

  @Override
  public byte[] drawn(String title) {
    return svg.drawn(height, title).getBytes(UTF_8);
  }
}
