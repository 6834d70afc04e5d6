package org.attune.sweeps.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The course of a trial: its reports and their times.
 *
 * @param reports in order of time, at least one; the last is the trial's end
 */
public record Curve(List<CurvePoint> reports) {

  /**
   * One report.
   *
   * @param step training step
   * @param seconds since the trial started
   * @param values by metric name
   */
  public record CurvePoint(long step, double seconds, Map<String, Double> values) {}

  public Curve {
    reports = List.copyOf(reports);
    if (reports.isEmpty()) {
      throw new IllegalArgumentException("Cannot simulate a trial that reports nothing");
    }
  }

  private CurvePoint last() {
    return reports.get(reports.size() - 1);
  }

  /** This curve rescaled to this many steps in total. */
  Curve inSteps(long all) {
    double scale = (double) all / Math.max(1, last().step());
    return new Curve(
        reports.stream()
            .map(r -> new CurvePoint(Math.round(scale * r.step()), r.seconds(), r.values()))
            .toList());
  }

  /** The part of the curve up to a step, where it ends. */
  Curve upTo(long step) {
    List<CurvePoint> part = new ArrayList<>();
    for (CurvePoint report : reports) {
      if (report.step() >= step) {
        part.add(new CurvePoint(step, secondsAt(step), report.values()));
        return new Curve(part);
      }
      part.add(report);
    }
    return this;
  }

  /**
   * The part of the curve after a step, with seconds counted from there; contains at least the end.
   */
  Curve after(long step) {
    if (step == 0) {
      return this;
    }
    double from = secondsAt(step);
    List<CurvePoint> rest = new ArrayList<>();
    for (CurvePoint report : reports) {
      if (report.step() > step || (report == last() && rest.isEmpty())) {
        rest.add(
            new CurvePoint(report.step(), Math.max(0, report.seconds() - from), report.values()));
      }
    }
    return new Curve(rest);
  }

  /** The time at which a step is done, interpolated between two reports. */
  private double secondsAt(long step) {
    CurvePoint before = new CurvePoint(0, 0, Map.of());
    for (CurvePoint report : reports) {
      if (report.step() >= step) {
        double share = (double) (step - before.step()) / Math.max(1, report.step() - before.step());
        return before.seconds() + share * (report.seconds() - before.seconds());
      }
      before = report;
    }
    return before.seconds();
  }
}
