package org.attune.sweeps.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.space.Dimension;
import org.attune.sweeps.space.Space;

/**
 * Curves from a formula, for sweeps without any results. The value falls exponentially to a level
 * that depends on the cell. The level is a bowl over the ordered axes, plus a step for each other
 * value of the unordered ones, plus noise by seed. One trial in twenty is four times as slow.
 *
 * <p>The values found say nothing about the real sweep. The simulated duration is informative, and
 * so are a rule's savings on curves of this shape.
 */
public final class ScriptedCurves implements Curves {

  private static final int REPORTS = 30;
  private static final double SLOW_SHARE = 0.05;
  private static final double SLOW = 4;
  private static final double NOISE = 0.01;

  private final Coordinates coordinates;
  private final Objective objective;
  private final double seconds;
  private final long steps;

  /**
   * @param seconds per trial
   * @param steps of a trial's training
   */
  public ScriptedCurves(Space space, Objective objective, double seconds, long steps) {
    this.coordinates = new Coordinates(space);
    this.objective = objective;
    this.seconds = seconds;
    this.steps = Math.max(REPORTS, steps);
  }

  @Override
  public Curve of(TrialContext trial) {
    SplittableRandom random = new SplittableRandom(trial.seed() ^ trial.trial().hashCode());
    double end = bowl(trial);
    double speed = steps * (0.1 + 0.1 * random.nextDouble());
    double pace = random.nextDouble() < SLOW_SHARE ? SLOW : 1;
    List<Curve.CurvePoint> reports = new ArrayList<>();
    for (int i = 1; i <= REPORTS; i++) {
      long step = steps * i / REPORTS;
      double loss = end + 2 * Math.exp(-step / speed) + NOISE * (2 * random.nextDouble() - 1);
      double value = objective.goal() == Objective.Goal.MINIMIZE ? loss : -loss;
      reports.add(
          new Curve.CurvePoint(
              step, pace * seconds * i / REPORTS, Map.of(objective.metric(), value)));
    }
    return new Curve(reports);
  }

  private double bowl(TrialContext trial) {
    Configuration cell = new Configuration(new TreeMap<>(trial.configuration()));
    double[] point = coordinates.point(cell).orElseGet(() -> new double[0]);
    double sum = 0;
    for (int d = 0; d < point.length; d++) {
      Dimension dimension = coordinates.dimensions().get(d);
      if (Double.isNaN(point[d])) {
        continue;
      }
      // The position of the bowl's minimum depends on the axis only.
      double lowest = 0.2 + 0.6 * new SplittableRandom(dimension.key().hashCode()).nextDouble();
      double away =
          dimension.ordered()
              ? dimension.position(point[d]) - lowest
              : Math.abs(point[d] / Math.max(1, dimension.size() - 1) - Math.rint(lowest)) / 2;
      sum += away * away;
    }
    return sum;
  }
}
