package org.attune.sweeps.surrogate;

/**
 * The covariance of the function's values at two points: a sum of functions of one coordinate each,
 * plus a function of all coordinates together,
 *
 * <pre>k(x, y) = a/D sum_d m(|x_d - y_d| / l_d) + b m(sqrt(sum_d (x_d - y_d)^2 / l_d^2)),</pre>
 *
 * with the Matern-5/2 m(r) = (1 + sqrt5 r + 5 r^2/3) exp(-sqrt5 r) (Rasmussen and Williams,
 * "Gaussian Processes for Machine Learning", 2006, equation 4.17) and a length scale per
 * coordinate. The first sum is the first-order additive model of Duvenaud et al. 2011. Training
 * settings often act independently, and then the additive model needs far fewer trials. The fit
 * determines the weights of the two parts.
 *
 * <p>Different values of a category are at distance 1. A coordinate that does not apply (NaN) is
 * left out of the first sum. In the second part it counts as 0.5, the middle of its range, which
 * keeps the kernel positive definite.
 *
 * @param lengths l, by coordinate
 * @param additive a
 * @param joint b
 * @param categories which coordinates are categorical
 */
record CovarianceKernel(double[] lengths, double additive, double joint, boolean[] categories) {

  private static final double ROOT5 = Math.sqrt(5);
  private static final double MIDDLE = 0.5;

  /**
   * The covariance of a point with itself, which depends on the number of applicable coordinates.
   */
  double self(double[] x) {
    int applies = 0;
    for (double coordinate : x) {
      applies += Double.isNaN(coordinate) ? 0 : 1;
    }
    return additive * applies / x.length + joint;
  }

  double value(double[] x, double[] y) {
    double sum = 0;
    double square = 0;
    for (int d = 0; d < x.length; d++) {
      double r = distance(d, x[d], y[d]);
      square += r * r;
      if (additive > 0 && x[d] == x[d] && y[d] == y[d]) {
        sum += matern(Math.abs(r));
      }
    }
    return additive / x.length * sum + joint * matern(Math.sqrt(square));
  }

  /** The signed distance of a coordinate, in length scales. */
  private double distance(int d, double x, double y) {
    if (categories[d]) {
      boolean same = x == y || x != x && y != y;
      return same ? 0 : 1 / lengths[d];
    }
    return ((x != x ? MIDDLE : x) - (y != y ? MIDDLE : y)) / lengths[d];
  }

  /**
   * The covariance; adds {@code weight} times the gradient by x. The gradient by a category is 0.
   */
  double gradient(double[] x, double[] y, double[] byX) {
    int n = x.length;
    double sum = 0;
    double square = 0;
    for (int d = 0; d < n; d++) {
      double r = distance(d, x[d], y[d]);
      square += r * r;
    }
    double r = Math.sqrt(square);
    double decay = Math.exp(-ROOT5 * r);
    double slope = -5.0 / 3 * (1 + ROOT5 * r) * decay; // m'(r) / r
    for (int d = 0; d < n; d++) {
      double distance = distance(d, x[d], y[d]);
      boolean both = x[d] == x[d] && y[d] == y[d];
      double size = Math.abs(distance);
      double ownDecay = additive > 0 && both ? Math.exp(-ROOT5 * size) : 0;
      sum += (1 + ROOT5 * size + 5.0 / 3 * size * size) * ownDecay;
      double ownSlope = -5.0 / 3 * (1 + ROOT5 * size) * ownDecay;
      byX[d] =
          categories[d] || !(x[d] == x[d])
              ? 0
              : (additive / n * ownSlope + joint * slope) * distance / lengths[d];
    }
    return additive / n * sum + joint * (1 + ROOT5 * r + 5.0 / 3 * square) * decay;
  }

  /**
   * Adds {@code weight} times the derivatives by the logarithms of the parameters to {@code by}:
   * the length scales, then the additive and the joint variance.
   */
  void addGradient(double[] x, double[] y, double weight, double[] by) {
    int n = x.length;
    double sum = 0;
    double square = 0;
    double[] squares = new double[n];
    for (int d = 0; d < n; d++) {
      double distance = distance(d, x[d], y[d]);
      squares[d] = distance * distance;
      square += squares[d];
    }
    double r = Math.sqrt(square);
    double decay = Math.exp(-ROOT5 * r);
    double slope = 5.0 / 3 * (1 + ROOT5 * r) * decay;
    for (int d = 0; d < n; d++) {
      double ownSlope = 0;
      if (x[d] == x[d] && y[d] == y[d]) {
        double size = Math.sqrt(squares[d]);
        double ownDecay = Math.exp(-ROOT5 * size);
        sum += (1 + ROOT5 * size + 5.0 / 3 * squares[d]) * ownDecay;
        ownSlope = 5.0 / 3 * (1 + ROOT5 * size) * ownDecay;
      }
      by[d] += weight * squares[d] * (additive / n * ownSlope + joint * slope);
    }
    by[n] += weight * additive / n * sum;
    by[n + 1] += weight * joint * (1 + ROOT5 * r + 5.0 / 3 * square) * decay;
  }

  private static double matern(double r) {
    return (1 + ROOT5 * r + 5.0 / 3 * r * r) * Math.exp(-ROOT5 * r);
  }
}
