package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.attune.sweeps.statistics.Rounded;

/**
 * A horizontal axis of a drawing. It is logarithmic where values differ by more than a factor of
 * {@value #WIDE}.
 *
 * @param low the value at the left end
 * @param high the value at the right end
 * @param logarithmic whether equal steps are equal factors
 * @param left of the axis, in pixels
 * @param right of the axis, in pixels
 */
public record SvgAxis(double low, double high, boolean logarithmic, double left, double right) {

  private static final double WIDE = 30;
  private static final double FALLS = 4;
  private static final double MARGIN = 0.06;
  private static final int TICKS = 4;

  /** Marks between powers of ten, from few to many. */
  private static final List<List<Double>> MULTIPLES =
      List.of(
          List.of(1.0),
          List.of(1.0, 3.0),
          List.of(1.0, 2.0, 5.0),
          List.of(1.0, 1.5, 2.0, 3.0, 5.0, 7.0));

  /** An axis that shows these values; NaN and infinite ones are passed over. */
  public static SvgAxis over(List<Double> values, double left, double right) {
    return over(values, left, right, WIDE);
  }

  /**
   * An axis of curves, which begin far from where they end: logarithmic from a factor of {@value
   * #FALLS}, so that their ends can be told apart.
   */
  static SvgAxis ofCurves(List<Double> values, double left, double right) {
    return over(values, left, right, FALLS);
  }

  private static SvgAxis over(List<Double> values, double left, double right, double wide) {
    double[] shown =
        values.stream().mapToDouble(v -> v).filter(Double::isFinite).sorted().toArray();
    if (shown.length == 0) {
      return new SvgAxis(0, 1, false, left, right);
    }
    double least = shown[0];
    double most = shown[shown.length - 1];
    if (least > 0 && most / least > wide) {
      double room = Math.pow(most / least, MARGIN);
      return new SvgAxis(least / room, most * room, true, left, right);
    }
    double room = most > least ? (most - least) * MARGIN : Math.max(Math.abs(most) * 0.1, 1e-6);
    return new SvgAxis(least - room, most + room, false, left, right);
  }

  /** The place of a value, inside the axis. */
  public double x(double value) {
    double share =
        logarithmic
            ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
            : (value - low) / (high - low);
    return left + (right - left) * Math.max(0, Math.min(1, share));
  }

  /** Like {@link #ticks()}, with marks between powers of ten until there are four. */
  List<Double> denseTicks() {
    if (!logarithmic || ticks().size() >= TICKS) {
      return ticks();
    }
    List<Double> ticks = List.of();
    for (List<Double> multiples : MULTIPLES) {
      ticks =
          IntStream.rangeClosed(
                  (int) Math.floor(Math.log10(low)), (int) Math.ceil(Math.log10(high)))
              .mapToObj(power -> multiples.stream().map(m -> m * Math.pow(10, power)))
              .flatMap(marks -> marks)
              .filter(tick -> tick >= low && tick <= high)
              .toList();
      if (ticks.size() >= TICKS) {
        return ticks;
      }
    }
    return ticks;
  }

  /** Round values to mark, ascending. */
  public List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    if (logarithmic) {
      int decades = (int) Math.ceil(Math.log10(high / low));
      int step = Math.max(1, (decades + TICKS - 1) / TICKS);
      for (int power = (int) Math.ceil(Math.log10(low));
          Math.pow(10, power) <= high;
          power += step) {
        ticks.add(Math.pow(10, power));
      }
      return ticks;
    }
    double rough = (high - low) / TICKS;
    double unit = Math.pow(10, Math.floor(Math.log10(rough)));
    double step = unit * (rough / unit > 5 ? 10 : rough / unit > 2 ? 5 : rough / unit > 1 ? 2 : 1);
    for (double tick = Math.ceil(low / step) * step; tick <= high; tick += step) {
      ticks.add(Math.abs(tick) < step / 1e6 ? 0 : tick);
    }
    return ticks;
  }

  /** Draws the axis with its marks, from the top of the panel to its bottom. */
  public void draw(Svg svg, double top, double bottom) {
    svg.across(bottom, left, right, "stroke='#888'");
    for (double tick : ticks()) {
      svg.down(x(tick), top, bottom, "stroke='#e4e4e4'");
      svg.text(x(tick), bottom + 14, Svg.Anchor.MIDDLE, "fill='#555' font-size='11'", label(tick));
    }
  }

  /** A mark in words. */
  static String label(double tick) {
    double size = Math.abs(tick);
    return size >= 1e5 || (size > 0 && size < 1e-3)
        ? String.format(Locale.ROOT, "%.0e", tick)
            .replaceFirst("e([-+])0?", "e$1")
            .replace("e+", "e")
        : Rounded.number(tick, Double.NaN)
            .replaceFirst("(\\.\\d*?)0+$", "$1")
            .replaceFirst("\\.$", "");
  }
}
