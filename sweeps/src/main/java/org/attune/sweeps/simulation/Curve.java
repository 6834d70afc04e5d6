package org.attune.sweeps.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How a trial goes: what it reports and when.
 *
 * @param reports in the order of time, at least one; the last is its end
 */
public record Curve(List<Report> reports) {

  /**
   * One report.
   *
   * @param step of the training
   * @param seconds since the trial began
   * @param values by metric name
   */
  public record Report(long step, double seconds, Map<String, Double> values) {}

  public Curve {
    reports = List.copyOf(reports);
    if (reports.isEmpty()) {
      throw new IllegalArgumentException("Cannot simulate a trial that reports nothing");
    }
  }

  private Report last() {
    return reports.get(reports.size() - 1);
  }

  /** The same curve in other steps, so many in all. */
  Curve inSteps(long all) {
    double scale = (double) all / Math.max(1, last().step());
    return new Curve(
        reports.stream()
            .map(r -> new Report(Math.round(scale * r.step()), r.seconds(), r.values()))
            .toList());
  }

  /** What there is of it up to a step, at which it ends. */
  Curve upTo(long step) {
    List<Report> part = new ArrayList<>();
    for (Report report : reports) {
      if (report.step() >= step) {
        part.add(new Report(step, secondsAt(step), report.values()));
        return new Curve(part);
      }
      part.add(report);
    }
    return this;
  }

  /** What follows a step, in seconds from there; at least the end. */
  Curve after(long step) {
    if (step == 0) {
      return this;
    }
    double from = secondsAt(step);
    List<Report> rest = new ArrayList<>();
    for (Report report : reports) {
      if (report.step() > step || (report == last() && rest.isEmpty())) {
        rest.add(new Report(report.step(), Math.max(0, report.seconds() - from), report.values()));
      }
    }
    return new Curve(rest);
  }

  /** When a step is done: between two reports as far on as the step is. */
  private double secondsAt(long step) {
    Report before = new Report(0, 0, Map.of());
    for (Report report : reports) {
      if (report.step() >= step) {
        double share = (double) (step - before.step()) / Math.max(1, report.step() - before.step());
        return before.seconds() + share * (report.seconds() - before.seconds());
      }
      before = report;
    }
    return before.seconds();
  }
}
