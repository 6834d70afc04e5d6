package org.attune.bench.search;

import java.util.List;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.surrogate.Boxes;

/**
 * A problem of several objectives, all minimised: ZDT1 and ZDT2 of Zitzler, Deb and Thiele 2000,
 * and DTLZ2 of Deb et al. 2002.
 *
 * @param name as figures have it
 * @param cells their space
 * @param losses of a cell, one per objective
 * @param reference the worst losses of the box whose dominated share is measured
 */
public record ObjectiveFront(
    String name, ObjectiveFunction cells, PointLosses losses, double[] reference) {

  private static final int DTLZ_VARIABLES = 6;
  private static final int ZDT_VARIABLES = 10;

  /** A point's losses, one per objective. */
  public interface PointLosses {
    double[] of(double[] x);
  }

  /** All of them. */
  public static List<ObjectiveFront> all() {
    return List.of(
        front("zdt1", ZDT_VARIABLES, x -> zdt(x, Math.sqrt(x[0] / g(x))), 1.1, 6),
        front("zdt2", ZDT_VARIABLES, x -> zdt(x, x[0] / g(x) * (x[0] / g(x))), 1.1, 6),
        front("dtlz2", DTLZ_VARIABLES, ObjectiveFront::dtlz2, 1.1, 1.1, 1.1));
  }

  /** The problem of a name. */
  public static Optional<ObjectiveFront> named(String name) {
    return all().stream().filter(f -> f.name.equals(name)).findFirst();
  }

  private static ObjectiveFront front(String name, int n, PointLosses losses, double... reference) {
    ObjectiveFunction cells = ObjectiveFunction.box(name, n, 0, 1, x -> losses.of(x)[0]);
    return new ObjectiveFront(name, cells, losses, reference);
  }

  /** The losses of a cell. */
  double[] at(Configuration cell) {
    return losses.of(ObjectiveFunction.numbers(cell, cells.axes().size()));
  }

  /** The share of the box from 0 to the reference that points dominate. */
  double share(List<double[]> points) {
    double box = 1;
    for (double side : reference) {
      box *= side;
    }
    return Boxes.dominatedVolume(points, reference) / box;
  }

  private static double g(double[] x) {
    double sum = 0;
    for (int i = 1; i < x.length; i++) {
      sum += x[i];
    }
    return 1 + 9 * sum / (x.length - 1);
  }

  private static double[] zdt(double[] x, double bend) {
    return new double[] {x[0], g(x) * (1 - bend)};
  }

  private static double[] dtlz2(double[] x) {
    double g = 1;
    for (int i = 2; i < x.length; i++) {
      g += (x[i] - 0.5) * (x[i] - 0.5);
    }
    double a = x[0] * Math.PI / 2;
    double b = x[1] * Math.PI / 2;
    return new double[] {
      g * Math.cos(a) * Math.cos(b), g * Math.cos(a) * Math.sin(b), g * Math.sin(a)
    };
  }
}
