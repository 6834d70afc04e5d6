package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.List;
import org.attune.sweeps.analysis.Trend;
import org.attune.sweeps.analysis.Trend.Prediction;
import org.attune.sweeps.analysis.Trend.TrendPoint;
import org.attune.sweeps.statistics.MeanTest.Interval;

/**
 * Trends as a drawing: the differences at each size, and where the lines lead.
 *
 * @param heading what the differences are of
 * @param along the size
 * @param trends at least one
 */
record TrendDrawing(String heading, String along, List<Trend> trends) {

  /** Each may have two lines. */
  private static final int MOST_DRAWN = CurvePlot.MOST_LINES / 2;

  void draw(Canvas canvas) {
    List<CurvePlot.Line> lines = lines();
    new CurvePlot(
            heading,
            lines,
            CurveScale.linear(lines.stream().map(CurvePlot.Line::points).toList()),
            new CurvePlot.Across(along, true))
        .draw(canvas);
  }

  /** A line for each trend, with a dashed one to its prediction; bands are intervals. */
  private List<CurvePlot.Line> lines() {
    List<CurvePlot.Line> lines = new ArrayList<>();
    for (Trend trend : trends.subList(0, Math.min(MOST_DRAWN, trends.size()))) {
      List<double[]> points = trend.points().stream().map(TrendDrawing::drawn).toList();
      String name = "%s beside %s".formatted(trend.cell(), trend.control());
      lines.add(new CurvePlot.Line(name, 0, name, points));
      trend
          .prediction()
          .map(to -> toPrediction(trend, to))
          .ifPresent(
              line -> lines.add(new CurvePlot.Line(name + ", if the line goes on", 1, name, line)));
    }
    return lines;
  }

  /** From the nearest size that ran. */
  private static List<double[]> toPrediction(Trend trend, Prediction to) {
    int nearest = to.at() < trend.points().get(0).size() ? 0 : trend.points().size() - 1;
    double[] predicted = drawn(to.at(), to.mean(), to.interval());
    double[] from = drawn(trend.points().get(nearest));
    return nearest == 0 ? List.of(predicted, from) : List.of(from, predicted);
  }

  private static double[] drawn(TrendPoint point) {
    return drawn(point.size(), point.mean(), point.interval());
  }

  private static double[] drawn(double size, double mean, Interval interval) {
    double low = Double.isFinite(interval.low()) ? interval.low() : mean;
    double high = Double.isFinite(interval.high()) ? interval.high() : mean;
    return new double[] {size, mean, low, high, 2};
  }
}
