package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.space.Dimension;
import org.attune.sweeps.surrogate.Ascent;
import org.attune.sweeps.surrogate.Improvement;

/**
 * Finds the point with the highest expected improvement. In a finite space of up to 10,000 cells it
 * scores every cell. Elsewhere candidates are random points and points around the incumbents. The
 * most promising candidates climb: by gradient along ordered dimensions, by trial and error along
 * the others.
 */
final class Acquisition {

  /** The largest space in which every cell is scored. */
  private static final int MOST_SCORED = 10_000;

  private static final int AT_RANDOM = 250;
  private static final int AROUND = 30;
  private static final int CLIMBERS = 5;
  private static final int ITERATIONS = 25;
  private static final double[] RADII = {0.2, 0.05, 0.01};

  private final History history;
  private final Coordinates coordinates;
  private final Improvement improvement;
  private final SplittableRandom random;
  private final List<CellRecord> incumbents;

  Acquisition(
      History history,
      List<CellRecord> incumbents,
      Improvement improvement,
      SplittableRandom random) {
    this.history = history;
    this.coordinates = history.coordinates();
    this.incumbents = incumbents;
    this.improvement = improvement;
    this.random = random;
  }

  private record Scored(double[] point, double score) {}

  double[] highest() {
    List<double[]> all = coordinates.points(MOST_SCORED).orElse(List.of());
    List<Scored> candidates = new ArrayList<>();
    if (!all.isEmpty()) {
      all.forEach(point -> candidates.add(score(point)));
      return highest(candidates);
    }
    for (int i = 0; i < AT_RANDOM; i++) {
      candidates.add(score(coordinates.sample(random)));
    }
    for (CellRecord incumbent : incumbents) {
      for (int i = 0; i < AROUND; i++) {
        candidates.add(score(near(incumbent.point(), RADII[i % RADII.length])));
      }
    }
    candidates.sort(Comparator.comparingDouble(Scored::score).reversed());
    List<Scored> climbed = new ArrayList<>();
    for (Scored start : apart(candidates)) {
      climbed.add(climb(start));
    }
    climbed.addAll(candidates);
    return highest(climbed);
  }

  /** The highest of these points whose cell is free. */
  private double[] highest(List<Scored> points) {
    return points.stream()
        .sorted(Comparator.comparingDouble(Scored::score).reversed())
        .map(Scored::point)
        .filter(history::free)
        .findFirst()
        .orElseGet(() -> coordinates.sample(random));
  }

  private Scored score(double[] point) {
    return new Scored(point, improvement.at(coordinates.positions(point)));
  }

  /** The highest candidates, at distinct places. */
  private List<Scored> apart(List<Scored> candidates) {
    List<Scored> apart = new ArrayList<>();
    for (Scored candidate : candidates) {
      if (apart.size() == CLIMBERS) {
        break;
      }
      if (apart.stream().allMatch(a -> distance(a.point, candidate.point) > 0.05)) {
        apart.add(candidate);
      }
    }
    return apart;
  }

  private double distance(double[] a, double[] b) {
    double most = 0;
    for (int i = 0; i < a.length; i++) {
      Dimension dimension = coordinates.dimensions().get(i);
      if (Double.isNaN(a[i]) || Double.isNaN(b[i]) || !dimension.ordered()) {
        most = Math.max(most, Double.compare(a[i], b[i]) == 0 ? 0 : 1);
      } else {
        most = Math.max(most, Math.abs(dimension.position(a[i]) - dimension.position(b[i])));
      }
    }
    return most;
  }

  private Scored climb(Scored start) {
    Scored at = ascend(start);
    for (int d = 0; d < at.point.length; d++) {
      Dimension dimension = coordinates.dimensions().get(d);
      if (dimension.kind() == Dimension.Kind.INTERVAL || Double.isNaN(at.point[d])) {
        continue;
      }
      Scored from = at;
      for (int value = 0; value < dimension.size(); value++) {
        boolean neighbour = !dimension.ordered() || Math.abs(value - from.point[d]) == 1;
        if (neighbour && value != from.point[d]) {
          Scored other = score(coordinates.changed(from.point, d, value, random));
          at = other.score > at.score ? other : at;
        }
      }
    }
    return at;
  }

  private Scored ascend(Scored start) {
    double[] positions = coordinates.positions(start.point);
    boolean[] moves = new boolean[positions.length];
    for (int i = 0; i < moves.length; i++) {
      moves[i] = coordinates.dimensions().get(i).ordered() && !Double.isNaN(positions[i]);
    }
    double[] top = Ascent.climb(improvement, positions, moves, ITERATIONS);
    double[] point = start.point.clone();
    for (int i = 0; i < point.length; i++) {
      point[i] = moves[i] ? coordinates.dimensions().get(i).nearest(top[i]) : point[i];
    }
    Scored reached = score(point);
    return reached.score > start.score ? reached : start;
  }

  /** A point near another: some coordinates change a little, categories change seldom. */
  private double[] near(double[] point, double radius) {
    int d = point.length;
    double[] near = point;
    int sure = random.nextInt(Math.max(1, d));
    for (int i = 0; i < d; i++) {
      Dimension dimension = coordinates.dimensions().get(i);
      if (Double.isNaN(near[i]) || (i != sure && random.nextInt(d) >= Math.max(1, d / 2))) {
        continue;
      }
      if (dimension.ordered()) {
        double to = dimension.position(near[i]) + radius * Gaussian.next(random);
        near = coordinates.changed(near, i, dimension.nearest(to), random);
      } else if (random.nextInt(4) == 0) {
        near = coordinates.changed(near, i, dimension.at(random.nextDouble()), random);
      }
    }
    return near;
  }
}
