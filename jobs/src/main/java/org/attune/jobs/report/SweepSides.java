package org.attune.jobs.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.lang3.StringUtils;
import org.attune.api.Metric;
import org.attune.jobs.console.InputException;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.SweepSide;
import org.attune.sweeps.state.SweepView;

/** Reads sweeps that are compared, each with a short name. */
final class SweepSides {

  private SweepSides() {}

  /**
   * The sweeps in directories, by a metric that all have.
   *
   * @param metric the first sweep's objective if empty
   */
  static List<SweepSide> of(List<String> directories, Optional<String> metric) throws IOException {
    List<SweepView> sweeps = read(directories);
    requireMetric(metric, sweeps, directories);
    AnalyzedMetric analyzedMetric = AnalyzedMetric.of(sweeps.get(0), metric, directories.get(0));
    List<SweepSide> sides = new ArrayList<>();
    for (int i = 0; i < sweeps.size(); i++) {
      sides.add(
          new SweepSide(
              label(directories, directories.get(i)),
              sweeps.get(i),
              Observations.of(sweeps.get(i), analyzedMetric.name(), analyzedMetric.goal())));
    }
    return sides;
  }

  /** The sweeps in directories, each by its own objective. One alone is labelled by its name. */
  static List<SweepSide> each(List<String> directories) throws IOException {
    List<SweepView> sweeps = read(directories);
    List<SweepSide> sides = new ArrayList<>();
    for (int i = 0; i < sweeps.size(); i++) {
      sides.add(
          new SweepSide(
              sweeps.size() == 1
                  ? sweeps.get(i).header().name()
                  : label(directories, directories.get(i)),
              sweeps.get(i),
              Observations.ofObjective(sweeps.get(i))));
    }
    return sides;
  }

  private static List<SweepView> read(List<String> directories) throws IOException {
    if (new LinkedHashSet<>(directories).size() < directories.size()) {
      throw new InputException("A directory is named twice; name each sweep once.");
    }
    List<SweepView> sweeps = new ArrayList<>();
    for (String directory : directories) {
      sweeps.add(Sweeps.read(directory));
    }
    return sweeps;
  }

  /** A directory without the folder that all share. */
  private static String label(List<String> directories, String directory) {
    String shared = StringUtils.getCommonPrefix(directories.toArray(String[]::new));
    String folder = shared.substring(0, shared.lastIndexOf('/') + 1);
    String label = directory.substring(folder.length());
    return label.isEmpty() ? directory : label;
  }

  /** Refuses a metric that some sweep lacks, and offers those that all have. */
  private static void requireMetric(
      Optional<String> asked, List<SweepView> sweeps, List<String> directories) {
    SweepView first = sweeps.get(0);
    String metric = asked.orElse(first.header().objective().metric());
    if (Metric.isSealed(metric)) {
      return; // it is refused for that
    }
    Optional<String> lacking =
        IntStream.range(0, sweeps.size())
            .filter(i -> !sweeps.get(i).openMetrics().contains(metric))
            .mapToObj(directories::get)
            .findFirst();
    if (lacking.isEmpty()) {
      return;
    }
    IntStream.range(0, sweeps.size())
        .filter(i -> sweeps.get(i).openMetrics().isEmpty())
        .mapToObj(directories::get)
        .findFirst()
        .ifPresent(
            empty -> {
              throw new InputException(
                  "No trial of %s has a metric yet; compare it when a trial has finished."
                      .formatted(empty));
            });
    List<String> common =
        first.openMetrics().stream()
            .filter(name -> sweeps.stream().allMatch(other -> other.openMetrics().contains(name)))
            .toList();
    String missing =
        "No trial of %s has the metric '%s'%s"
            .formatted(
                lacking.get(),
                metric,
                asked.isPresent() ? "" : ", the objective of " + directories.get(0));
    if (common.isEmpty()) {
      throw new InputException(
          missing + ", and no metric is in all of these sweeps; compare sweeps of the same task.");
    }
    throw new InputException(
        "%s. All of these sweeps have: %s; name one with --metric."
            .formatted(missing, OfferedMetrics.of(metric, common, first, directories.get(0))));
  }
}
