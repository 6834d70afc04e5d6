package org.attune.sweeps.simulation;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.space.Dimension;
import org.attune.sweeps.space.Space;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.MetricPoint;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;

/**
 * The curves of an earlier sweep's finished trials: a cell's own if it was run, else those of the
 * nearest cell. Distances are Euclidean over the axes' positions from 0 to 1; different values of
 * an unordered axis are at distance 1.
 */
public final class EarlierCurves implements Curves {

  private final Coordinates coordinates;
  private final List<Known> known = new ArrayList<>();
  private int stopped;
  private int failed;
  private int notFinite;

  private record Known(double[] point, Curve curve) {}

  /**
   * @param space of the simulated sweep
   * @param objective of the simulated sweep
   * @param earlier must have its cells in that space; other cells are ignored
   */
  public EarlierCurves(Space space, Objective objective, SweepView earlier) {
    this.coordinates = new Coordinates(space);
    Map<String, TreeMap<Integer, List<MetricPoint>>> measured =
        earlier.metrics().stream()
            .collect(
                groupingBy(
                    metric -> key(metric.trialId(), metric.attempt()),
                    groupingBy(MetricPoint::report, TreeMap::new, toList())));
    for (TrialStatus trial : earlier.trials()) {
      Optional<double[]> point = coordinates.point(trial.trial().configuration());
      if (point.isEmpty()) {
        continue;
      }
      switch (trial.state()) {
        case FINISHED -> {
          Attempt attempt = trial.attempt().orElseThrow();
          String key = key(trial.trial().id(), attempt.number());
          Curve curve = curve(attempt, measured.getOrDefault(key, new TreeMap<>()));
          known.add(new Known(coordinates.positions(point.get()), curve));
          if (!Double.isFinite(attempt.metrics().getOrDefault(objective.metric(), Double.NaN))) {
            notFinite++;
          }
        }
        case STOPPED -> stopped++;
        case FAILED -> failed++;
        default -> {} // has not ended
      }
    }
  }

  private static String key(String trial, int attempt) {
    return trial + "." + attempt;
  }

  private static Curve curve(Attempt attempt, SortedMap<Integer, List<MetricPoint>> measured) {
    List<Curve.CurvePoint> reports = new ArrayList<>();
    measured.forEach(
        (report, metrics) -> {
          Map<String, Double> values = new LinkedHashMap<>();
          metrics.forEach(metric -> values.put(metric.name(), metric.value()));
          MetricPoint last = metrics.get(metrics.size() - 1);
          double seconds = seconds(attempt.startedAt(), last.time());
          reports.add(new Curve.CurvePoint(last.step(), seconds, values));
        });
    double end = seconds(attempt.startedAt(), attempt.endedAt().orElseThrow());
    reports.add(new Curve.CurvePoint(attempt.lastStep(), end, attempt.metrics()));
    return new Curve(reports);
  }

  private static double seconds(Instant from, Instant to) {
    return Math.max(0, Duration.between(from, to).toNanos() / 1e9);
  }

  /** The number of curves. */
  public int size() {
    return known.size();
  }

  /** The number of these whose objective ended as no finite number. */
  public int notFinite() {
    return notFinite;
  }

  /** The number of trials that a rule stopped. */
  public int stopped() {
    return stopped;
  }

  /** The number of trials that failed. */
  public int failed() {
    return failed;
  }

  /** The number of trials left out, since their curves have no end. */
  public int leftOut() {
    return stopped + failed;
  }

  @Override
  public Curve of(TrialContext trial) {
    Configuration cell = new Configuration(new TreeMap<>(trial.configuration()));
    double[] at = coordinates.positions(coordinates.point(cell).orElseThrow());
    // The trial's seed selects one of the cell's replicates in turn.
    List<Known> nearest = new ArrayList<>();
    double least = Double.POSITIVE_INFINITY;
    for (Known one : known) {
      double distance = distance(at, one.point);
      if (distance < least) {
        least = distance;
        nearest.clear();
      }
      if (distance == least) {
        nearest.add(one);
      }
    }
    return nearest.get((int) Long.remainderUnsigned(trial.seed(), nearest.size())).curve;
  }

  private double distance(double[] a, double[] b) {
    double sum = 0;
    for (int d = 0; d < a.length; d++) {
      Dimension dimension = coordinates.dimensions().get(d);
      boolean comparable = dimension.ordered() && !Double.isNaN(a[d]) && !Double.isNaN(b[d]);
      double away = comparable ? a[d] - b[d] : Double.compare(a[d], b[d]) == 0 ? 0 : 1;
      sum += away * away;
    }
    return sum;
  }
}
