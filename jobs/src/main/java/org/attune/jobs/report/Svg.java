package org.attune.jobs.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A drawing in SVG, on white, in units of pixels. Texts are escaped. */
public final class Svg {

  private static final String FONT = "system-ui, 'Helvetica Neue', Arial, sans-serif";

  private final int width;
  private final StringBuilder body = new StringBuilder();

  /** An empty drawing. */
  public Svg(int width) {
    this.width = width;
  }

  /** Where a text stands beside its point. */
  public enum Anchor {
    START,
    MIDDLE,
    END
  }

  /** A text at a point. */
  public void text(double x, double y, Anchor anchor, String style, String text) {
    add(
        "<text x='%s' y='%s' text-anchor='%s' %s>%s</text>",
        at(x), at(y), anchor.name().toLowerCase(Locale.ROOT), style, escaped(text));
  }

  /** A horizontal line. */
  public void across(double y, double from, double to, String style) {
    line(from, y, to, y, style);
  }

  /** A vertical line. */
  public void down(double x, double from, double to, String style) {
    line(x, from, x, to, style);
  }

  /** A line between two points. */
  public void line(double x1, double y1, double x2, double y2, String style) {
    add("<line x1='%s' y1='%s' x2='%s' y2='%s' %s/>", at(x1), at(y1), at(x2), at(y2), style);
  }

  /** A circle around a point. */
  public void circle(double x, double y, double radius, String style) {
    add("<circle cx='%s' cy='%s' r='%s' %s/>", at(x), at(y), at(radius), style);
  }

  /** A rectangle, by its upper left corner. */
  public void rectangle(double x, double y, double wide, double high, String style) {
    add("<rect x='%s' y='%s' width='%s' height='%s' %s/>", at(x), at(y), at(wide), at(high), style);
  }

  /** A line through points. */
  void path(List<double[]> points, String style) {
    add("<polyline points='%s' fill='none' %s/>", at(points), style);
  }

  /** A filled area between points. */
  void area(List<double[]> points, String style) {
    add("<polygon points='%s' %s/>", at(points), style);
  }

  private static String at(List<double[]> points) {
    return points.stream()
        .map(point -> at(point[0]) + "," + at(point[1]))
        .collect(Collectors.joining(" "));
  }

  /** The finished drawing. */
  public String drawn(double height, String title) {
    return """
        <svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%s' viewBox='0 0 %d %s' font-family="%s" font-size='12'>
        <title>%s</title>
        <rect width='%d' height='%s' fill='#fff'/>
        %s</svg>
        """
        .formatted(
            width, at(height), width, at(height), FONT, escaped(title), width, at(height), body);
  }

  private void add(String shape, Object... values) {
    body.append(String.format(Locale.ROOT, shape, values)).append('\n');
  }

  private static String at(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
