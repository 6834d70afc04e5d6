package org.attune.sweeps.search;

import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.math3.special.Erf;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.space.Dimension;

/**
 * A density over a space's points: a mixture of one component around each given point and one
 * uniform component.
 *
 * <p>A component is a product over the dimensions. In an ordered dimension it is a normal over
 * positions, truncated to [0, 1], with standard deviation 0.2 n^(-1/(d+4)) (Scott's rule; Falkner
 * et al. 2018, section 4.1; the factor is the recommendation of Watanabe 2023, section 3.3.4). In a
 * categorical dimension it gives its own value a weight, and the other values share the rest. If a
 * dimension applies to the evaluated point but not to the component's point, the component is
 * uniform in it. If it does not apply to the evaluated point, its factor is 1. So points of one
 * branch imply nothing false about another branch's parameters.
 */
final class ParzenEstimator {

  private static final double SPREAD = 0.2;

  /**
   * The mass of a normal in [0, 1] changes slowly with its mean, so this many table entries
   * suffice.
   */
  private static final int TABLE = 512;

  private final Coordinates coordinates;
  private final List<double[]> points;
  private final double deviation;
  private final double stray;
  private final double[] logMasses; // by component and dimension
  private final double[] positions; // by component and dimension

  ParzenEstimator(Coordinates coordinates, List<double[]> points) {
    this.coordinates = coordinates;
    this.points = points;
    int d = coordinates.dimensions().size();
    int n = Math.max(1, points.size());
    this.deviation = SPREAD * Math.pow(n, -1.0 / (d + 4));
    this.stray = 1.0 / (1 + n);
    this.logMasses = new double[points.size() * d];
    this.positions = new double[points.size() * d];
    double[] table = new double[TABLE + 1];
    for (int i = 0; i <= TABLE; i++) {
      table[i] = Math.log(mass(i / (double) TABLE));
    }
    for (int p = 0; p < points.size(); p++) {
      double[] part = coordinates.positions(points.get(p));
      System.arraycopy(part, 0, positions, p * d, d);
      for (int i = 0; i < d; i++) {
        if (coordinates.dimensions().get(i).ordered() && !Double.isNaN(part[i])) {
          logMasses[p * d + i] = table[(int) Math.rint(part[i] * TABLE)];
        }
      }
    }
  }

  /** A random point from the density. */
  double[] sample(SplittableRandom random) {
    int part = random.nextInt(points.size() + 1);
    double[] center = part < points.size() ? points.get(part) : null;
    int d = coordinates.dimensions().size();
    double[] point = new double[d];
    for (int i = 0; i < d; i++) {
      Dimension dimension = coordinates.dimensions().get(i);
      if (!coordinates.applies(i, point)) {
        point[i] = Double.NaN;
      } else if (center == null || Double.isNaN(center[i])) {
        point[i] = dimension.at(random.nextDouble());
      } else if (dimension.ordered()) {
        point[i] = dimension.nearest(normal(dimension.position(center[i]), random));
      } else {
        point[i] = random.nextDouble() < stray ? dimension.at(random.nextDouble()) : center[i];
      }
    }
    return point;
  }

  /** The logarithm of the density at a point, up to a constant that depends only on the space. */
  double logDensity(double[] point) {
    double sum = 1; // the uniform component
    double[] at = coordinates.positions(point);
    for (int p = 0; p < points.size(); p++) {
      sum += density(p, at);
    }
    return Math.log(sum / (points.size() + 1));
  }

  private double density(int part, double[] at) {
    double log = 0;
    double factor = 1;
    for (int i = 0; i < at.length; i++) {
      int place = part * at.length + i;
      double center = positions[place];
      if (Double.isNaN(at[i]) || Double.isNaN(center)) {
        continue;
      }
      Dimension dimension = coordinates.dimensions().get(i);
      if (dimension.ordered()) {
        double z = (at[i] - center) / deviation;
        log -= 0.5 * z * z + logMasses[place];
      } else {
        factor *= stray + (at[i] == center ? (1 - stray) * dimension.size() : 0);
      }
    }
    return factor * Math.exp(log);
  }

  private double normal(double mean, SplittableRandom random) {
    while (true) {
      double x = mean + deviation * Gaussian.next(random);
      if (x >= 0 && x <= 1) {
        return x;
      }
    }
  }

  /** The integral of the unscaled normal density over [0, 1]. */
  private double mass(double mean) {
    double scale = deviation * Math.sqrt(2);
    return deviation
        * Math.sqrt(Math.PI / 2)
        * (Erf.erf((1 - mean) / scale) + Erf.erf(mean / scale));
  }
}
