package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.lang3.StringUtils;

/**
 * Learning curves for a paper or a message: a line for each cell or trial, bands from the lowest
 * seed to the highest, and the names to the right.
 *
 * @param title such as {@code quickstart: validation_loss}
 * @param lines the best first
 * @param scale of the values
 * @param across what changes from left to right
 */
record CurvePlot(String title, List<Line> lines, CurveScale scale, Across across) {

  /** More lines than colours say nothing. */
  static final int MOST_LINES = 10;

  static final int WIDTH = 1000;
  static final int HEIGHT = 500;

  private static final double LEFT = 70;
  private static final double RIGHT = 620;
  private static final double TOP = 36;
  private static final double BOTTOM = 430;
  private static final int MOST_TITLE = 125;

  private static final String LOGARITHMIC = ", on a logarithmic scale";

  /** Free room at both ends of an axis of factors. */
  private static final double ROOM = 1.15;

  private static final String INK = "#222222";
  private static final String SOFT = "#666666";
  private static final String GRID = "#e4e4e4";

  /** The colours of the report. */
  private static final List<String> PALETTE =
      List.of(
          "#2f6fde", "#e07b39", "#2a9d6f", "#a358c9", "#d64550", "#1aa3b8", "#c79a1e", "#7b8794",
          "#5b5bd6", "#8c6d46");

  /** Lengths of strokes and gaps, for the first sweep, the second and so on. */
  private static final List<float[]> DASHES =
      List.of(new float[0], new float[] {8, 6}, new float[] {1, 5}, new float[] {10, 5, 1, 5});

  /**
   * A curve.
   *
   * @param sweep the number of its sweep: each sweep has its own dashes
   * @param drawn what it draws: lines of the same have the same colour, in whichever sweep
   * @param points each with step, mean, lowest, highest and number of seeds
   */
  record Line(String name, int sweep, String drawn, List<double[]> points) {

    private float[] dashes() {
      return DASHES.get(sweep % DASHES.size());
    }

    /** Once the dashes begin again, a cell has another colour. */
    private String coloured() {
      return sweep / DASHES.size() + " " + drawn;
    }
  }

  /**
   * The quantity on the horizontal axis.
   *
   * @param factors whether equal distances are equal factors
   */
  record Across(String name, boolean factors) {
    static final Across STEPS = new Across("step", false);

    private SvgAxis axis(List<Double> values) {
      SvgAxis around = SvgAxis.over(values, LEFT, RIGHT);
      if (!factors) {
        return new SvgAxis(Math.max(around.low(), 0), around.high(), false, LEFT, RIGHT);
      }
      double least = values.stream().mapToDouble(value -> value).min().orElse(1);
      double most = values.stream().mapToDouble(value -> value).max().orElse(1);
      return new SvgAxis(least / ROOM, most * ROOM, true, LEFT, RIGHT);
    }
  }

  /** The lines, named by what they differ in: parts that all names have are left out. */
  static List<Line> differing(List<Line> all) {
    List<List<String>> parts = all.stream().map(line -> List.of(line.name().split(", "))).toList();
    List<Line> named = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      String cellName =
          parts.get(i).stream()
              .filter(part -> !parts.stream().allMatch(other -> other.contains(part)))
              .collect(Collectors.joining(", "));
      Line line = all.get(i);
      named.add(
          new Line(
              cellName.isEmpty() ? line.name() : cellName,
              line.sweep(),
              line.drawn(),
              line.points()));
    }
    return named;
  }

  void draw(Canvas canvas) {
    List<List<double[]>> points = lines.stream().map(Line::points).toList();
    SvgAxis x = across.axis(values(0));
    SvgAxis y = scale.axis(points, BOTTOM, TOP);
    String mark = y.logarithmic() ? LOGARITHMIC : "";
    String heading = StringUtils.abbreviate(title, MOST_TITLE - mark.length()) + mark;
    canvas.text(LEFT, TOP - 16, Svg.Anchor.START, INK, heading);
    canvas.text((LEFT + RIGHT) / 2, BOTTOM + 36, Svg.Anchor.MIDDLE, INK, across.name());
    scale
        .beyond(points, y)
        .ifPresent(note -> canvas.text(LEFT, BOTTOM + 60, Svg.Anchor.START, SOFT, note));
    for (double tick : y.denseTicks()) {
      double at = y.x(tick);
      canvas.line(List.of(new double[] {LEFT, at}, new double[] {RIGHT, at}), GRID, 1);
      canvas.text(LEFT - 8, at + 4, Svg.Anchor.END, SOFT, SvgAxis.label(tick));
    }
    for (double tick : x.denseTicks()) {
      canvas.text(x.x(tick), BOTTOM + 18, Svg.Anchor.MIDDLE, SOFT, SvgAxis.label(tick));
    }
    canvas.line(List.of(new double[] {LEFT, BOTTOM}, new double[] {RIGHT, BOTTOM}), SOFT, 1);
    for (int i : drawingOrder()) {
      draw(canvas, lines.get(i), colour(i), x, y);
    }
    double at = TOP + 12;
    for (int i = 0; i < lines.size(); i++) {
      canvas.line(
          List.of(new double[] {RIGHT + 12, at - 4}, new double[] {RIGHT + 40, at - 4}),
          colour(i),
          3,
          lines.get(i).dashes());
      for (String row : LegendRows.of(lines.get(i).name(), lines.size())) {
        canvas.text(RIGHT + 46, at, Svg.Anchor.START, INK, row);
        at += LegendRows.HEIGHT;
      }
      at += LegendRows.GAP;
    }
  }

  private String colour(int line) {
    List<String> coloured = lines.stream().map(Line::coloured).distinct().toList();
    return PALETTE.get(coloured.indexOf(lines.get(line).coloured()) % PALETTE.size());
  }

  /**
   * A sweep's best line comes last, above its others. The dashes of a later sweep lie on the whole
   * lines of the first: the same trainings for other times are equal up to the shorter one.
   */
  private List<Integer> drawingOrder() {
    return IntStream.range(0, lines.size())
        .boxed()
        .sorted(
            Comparator.<Integer>comparingInt(i -> lines.get(i).sweep())
                .thenComparing(Comparator.reverseOrder()))
        .toList();
  }

  private static void draw(Canvas canvas, Line line, String colour, SvgAxis x, SvgAxis y) {
    List<double[]> mean = new ArrayList<>();
    List<double[]> low = new ArrayList<>();
    List<double[]> high = new ArrayList<>();
    for (double[] point : line.points()) {
      if (!CurveScale.isFinite(point)) {
        continue;
      }
      mean.add(new double[] {x.x(point[0]), y.x(point[1])});
      low.add(new double[] {x.x(point[0]), y.x(point[2])});
      high.add(new double[] {x.x(point[0]), y.x(point[3])});
    }
    if (line.points().stream().anyMatch(point -> point[4] > 1)) {
      Collections.reverse(high);
      low.addAll(high);
      canvas.area(low, colour);
    }
    canvas.line(mean, colour, 2, line.dashes());
  }

  private List<Double> values(int column) {
    return lines.stream()
        .flatMap(line -> line.points().stream())
        .map(point -> point[column])
        .toList();
  }
}
