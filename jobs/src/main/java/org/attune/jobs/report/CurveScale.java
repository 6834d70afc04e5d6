package org.attune.jobs.report;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.InputException;

/**
 * The scale of a plot's values. It shows what the user asks for, else all values. Where a few
 * values are so far off that they would crush the others into one line, it shows the others.
 *
 * @param limits the ends that the user names
 * @param log whether the user wants a logarithmic scale
 */
record CurveScale(Optional<double[]> limits, boolean log) {

  /** A logarithmic scale shows values up to this factor apart. */
  private static final double WIDEST = 1e4;

  /** Free share of a linear scale at each end. */
  private static final double ROOM = 0.05;

  /** Far-off values of a linear scale may take up to this many times the room of the others. */
  private static final double MOST_ROOM = 20;

  /** Fewer values have no quartiles to speak of. */
  private static final int FEWEST = 4;

  /** A scale of equal steps that shows all values, and 0. */
  static CurveScale linear(List<List<double[]>> lines) {
    double[] all = values(lines);
    double low = Math.min(0, all[0]);
    double high = Math.max(0, all[all.length - 1]);
    double room = high > low ? ROOM * (high - low) : 1;
    return new CurveScale(Optional.of(new double[] {low - room, high + room}), false);
  }

  /** Whether a point can be drawn: step, mean, lowest and highest are numbers. */
  static boolean isFinite(double[] point) {
    return Arrays.stream(point, 0, 4).allMatch(Double::isFinite);
  }

  /**
   * The vertical axis.
   *
   * @param lines the points of each: step, mean, lowest, highest and number of seeds
   */
  SvgAxis axis(List<List<double[]>> lines, double bottom, double top) {
    double[] all = values(lines);
    if (limits.isPresent()) {
      double low = limits.get()[0];
      if (log && low <= 0) {
        throw new InputException(
            "Invalid --limits: with --log the lower end must be above 0, not %s.".formatted(low));
      }
      return new SvgAxis(low, limits.get()[1], log, bottom, top);
    }
    if (log) {
      double[] positive = Arrays.stream(all).filter(value -> value > 0).toArray();
      if (positive.length == 0) {
        throw new InputException("--log: no value is above 0; leave --log out.");
      }
      double low = positive[0] / 1.1;
      return new SvgAxis(low, positive[positive.length - 1] * 1.1, true, bottom, top);
    }
    return SvgAxis.ofCurves(Arrays.stream(usual(all)).boxed().toList(), bottom, top);
  }

  /** The finite values of all lines and bands, ascending. */
  private static double[] values(List<List<double[]>> lines) {
    return lines.stream()
        .flatMap(List::stream)
        .filter(CurveScale::isFinite)
        .flatMapToDouble(point -> Arrays.stream(point, 1, 4))
        .sorted()
        .toArray();
  }

  /** All values, or those within Tukey's outer fences if the others would crush them. */
  private static double[] usual(double[] all) {
    if (all.length < FEWEST || all[0] > 0 && all[all.length - 1] / all[0] <= WIDEST) {
      return all;
    }
    double low = all[(all.length - 1) / 4];
    double high = all[(3 * all.length - 1) / 4];
    double room = 3 * (high - low);
    double[] kept = Arrays.stream(all).filter(v -> v >= low - room && v <= high + room).toArray();
    double span = Math.max(kept[kept.length - 1] - kept[0], Math.abs(low) / MOST_ROOM);
    return all[all.length - 1] - all[0] > MOST_ROOM * span ? kept : all;
  }

  /** What the plot does not show; empty if it shows everything. */
  Optional<String> beyond(List<List<double[]>> lines, SvgAxis axis) {
    double[] all = values(lines);
    long leaving =
        lines.stream()
            .filter(
                line ->
                    line.stream()
                        .filter(CurveScale::isFinite)
                        .anyMatch(point -> point[2] < axis.low() || point[3] > axis.high()))
            .count();
    long broken =
        lines.stream().filter(line -> !line.stream().allMatch(CurveScale::isFinite)).count();
    String remark =
        List.of(
                leaving == 0
                    ? ""
                    : "beyond this scale: %s of %d; all values reach from %s to %s"
                        .formatted(
                            Counted.of(leaving, "line"),
                            lines.size(),
                            SvgAxis.label(all[0]),
                            SvgAxis.label(all[all.length - 1])),
                broken == 0
                    ? ""
                    : "%s with NaN or infinite values, not drawn"
                        .formatted(Counted.of(broken, "line")))
            .stream()
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining("; "));
    return remark.isEmpty() ? Optional.empty() : Optional.of(remark);
  }
}
