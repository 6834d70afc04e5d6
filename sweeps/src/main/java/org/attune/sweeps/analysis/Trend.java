package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.attune.api.Metric.Better;
import org.attune.sweeps.statistics.LookCost;
import org.attune.sweeps.statistics.MeanTest.Interval;
import org.attune.sweeps.statistics.SeedComparison;
import org.attune.sweeps.statistics.SeedPair;

/**
 * How the difference between a cell and its control changes with a size, such as the width of the
 * network.
 *
 * <p>Each seed gives one difference at each size, so it gives one straight line over the logarithm
 * of the size. The slopes of the seeds are tested as differences of seeds are: see {@link
 * SeedComparison}. Each seed's line also says what its difference would be at another size, and
 * these numbers have an interval. From three sizes on each seed also has a bend: the middle of its
 * differences less the line. Where bends are shown, no line is carried on.
 *
 * @param cell name
 * @param control name
 * @param points ascending by size, at least two
 * @param slope change of the difference for ten times the size, one for each seed
 * @param bend one for each seed; empty for two sizes
 * @param prediction at the size asked for; empty where none was asked for, for two sizes, and where
 *     the differences bend
 * @param error of the slope's interval, from Holm's method over all trends
 * @param adjusted p of the slope, adjusted by Holm's method over all trends
 * @param spent whether earlier looks have spent the error that verdicts may have
 */
public record Trend(
    String cell,
    String control,
    List<TrendPoint> points,
    SeedComparison slope,
    Optional<SeedComparison> bend,
    Optional<Prediction> prediction,
    double error,
    double adjusted,
    boolean spent) {

  /** Fewer sizes are on a line in any case. */
  static final int FEWEST_BENT = 3;

  /**
   * The differences at one size.
   *
   * @param size above 0
   * @param unit of the differences: 1, or the control's mean distance from its floor
   * @param differences cell less control, one for each seed, in that unit
   */
  public record TrendPoint(double size, double unit, SeedComparison differences) {

    /** The mean over seeds. */
    public double mean() {
      return differences.last().orElseThrow().mean();
    }

    /** The interval of the difference at this size alone, at 95 %. */
    public Interval interval() {
      return differences.intervalBeside0(SeedComparison.LEVEL);
    }
  }

  /**
   * The difference at a size, if each seed's line goes on to there.
   *
   * @param at the size
   * @param differences one for each seed
   * @param error of the interval: all predictions of a sweep together hold with 95 %
   */
  public record Prediction(double at, SeedComparison differences, double error) {

    /** The mean over seeds. */
    public double mean() {
      return differences.last().orElseThrow().mean();
    }

    /** The differences that the seeds do not exclude. */
    public Interval interval() {
      return differences.intervalBeside0(error);
    }
  }

  public Trend {
    points = List.copyOf(points);
  }

  /**
   * The trend of differences.
   *
   * @param bySeed the differences of each seed, one for each size, all finite
   * @param units by size
   * @param largest absolute value behind the differences, in their units: it says what is rounding
   * @param at a size to carry the lines on to
   * @param rows number of trends that share the error
   */
  static Trend of(
      String cell,
      String control,
      List<Double> sizes,
      List<Double> units,
      List<double[]> bySeed,
      double largest,
      OptionalDouble at,
      SeedLooks looks,
      int rows) {
    double[] x = sizes.stream().mapToDouble(Math::log10).toArray();
    Measured measured = new Measured(bySeed, largest, looks);
    double middle = IntStream.range(0, x.length).mapToDouble(i -> x[i]).average().orElseThrow();
    double[] slopes = line(x, middle);
    List<TrendPoint> points = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      double[] only = new double[x.length];
      only[i] = 1;
      points.add(new TrendPoint(sizes.get(i), units.get(i), measured.by(only)));
    }
    Optional<SeedComparison> bend =
        x.length < FEWEST_BENT ? Optional.empty() : Optional.of(measured.by(bend(x, middle)));
    boolean bends = bend.isEmpty() || bend.get().twoSided() <= SeedComparison.LEVEL;
    Optional<Prediction> prediction =
        at.isEmpty() || bends
            ? Optional.empty()
            : Optional.of(
                new Prediction(
                    at.getAsDouble(),
                    measured.by(onLine(slopes, Math.log10(at.getAsDouble()) - middle)),
                    SeedComparison.LEVEL / rows));
    return new Trend(
        cell,
        control,
        points,
        measured.by(slopes),
        bend,
        prediction,
        Double.NaN,
        Double.NaN,
        looks.spent());
  }

  /** The weights that make a least-squares slope of values at {@code x}. */
  private static double[] line(double[] x, double middle) {
    double spread = 0;
    for (double value : x) {
      spread += (value - middle) * (value - middle);
    }
    double[] weights = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      weights[i] = (x[i] - middle) / spread;
    }
    return weights;
  }

  /** The weights of the line's value at a distance from the middle of {@code x}. */
  private static double[] onLine(double[] slopes, double distance) {
    double[] weights = new double[slopes.length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = 1.0 / weights.length + slopes[i] * distance;
    }
    return weights;
  }

  /** The weights of what a square adds to a line, in units in which the largest weight is 1. */
  private static double[] bend(double[] x, double middle) {
    double[] slopes = line(x, middle);
    double[] squares = new double[x.length];
    double mean = 0;
    double slope = 0;
    for (int i = 0; i < x.length; i++) {
      squares[i] = (x[i] - middle) * (x[i] - middle);
      mean += squares[i] / x.length;
      slope += slopes[i] * squares[i];
    }
    double largest = 0;
    for (int i = 0; i < x.length; i++) {
      squares[i] -= mean + slope * (x[i] - middle);
      largest = Math.max(largest, Math.abs(squares[i]));
    }
    for (int i = 0; i < x.length; i++) {
      squares[i] /= largest;
    }
    return squares;
  }

  /** The differences of all seeds; weights turn those of one seed into one number. */
  private record Measured(List<double[]> bySeed, double largest, SeedLooks looks) {

    SeedComparison by(double[] weights) {
      double sum = IntStream.range(0, weights.length).mapToDouble(i -> Math.abs(weights[i])).sum();
      List<SeedPair> pairs =
          bySeed.stream()
              .map(
                  values ->
                      IntStream.range(0, weights.length)
                          .mapToDouble(i -> weights[i] * values[i])
                          .sum())
              .map(value -> new SeedPair(value, 0, 1, largest * sum, false))
              .toList();
      LookCost cost = looks.cost();
      return SeedComparison.of(pairs, Better.NEITHER, looks.at(pairs.size()), cost);
    }
  }

  /** This trend beside the others of its sweep. */
  Trend judged(double all, double newError) {
    return new Trend(cell, control, points, slope, bend, prediction, newError, all, spent);
  }

  /** How many times a size lies beyond those that ran; at most 1 if it lies between them. */
  public double beyond(double size) {
    double first = points.get(0).size();
    double last = points.get(points.size() - 1).size();
    return size > last ? size / last : first / size;
  }

  /** The mean change of the difference for ten times the size. */
  public double change() {
    return slope.last().orElseThrow().mean();
  }

  /** The number of seeds. */
  public int seeds() {
    return slope.last().orElseThrow().seeds().size();
  }

  /** The interval of the change: all intervals of a sweep's trends together hold with 95 %. */
  public Interval interval() {
    return slope.intervalBeside0(error);
  }

  /** Whether the differences are shown to leave a straight line. */
  public boolean bends() {
    return bend.filter(test -> test.twoSided() <= SeedComparison.LEVEL).isPresent();
  }

  /** Whether a change is shown. */
  public boolean shown() {
    return !spent && adjusted <= SeedComparison.LEVEL;
  }
}
