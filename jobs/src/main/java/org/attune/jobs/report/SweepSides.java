package org.attune.jobs.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.apache.commons.lang3.StringUtils;
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
    if (new LinkedHashSet<>(directories).size() < directories.size()) {
      throw new InputException("A directory is named twice; name each sweep once.");
    }
    List<SweepView> sweeps = new ArrayList<>();
    for (String directory : directories) {
      sweeps.add(Sweeps.read(directory));
    }
    AnalyzedMetric analyzedMetric = AnalyzedMetric.of(sweeps.get(0), metric);
    List<SweepSide> sides = new ArrayList<>();
    for (int i = 0; i < sweeps.size(); i++) {
      requireMetric(analyzedMetric.name(), sweeps.get(i), directories.get(i));
      sides.add(
          new SweepSide(
              label(directories, directories.get(i)),
              sweeps.get(i),
              Observations.of(sweeps.get(i), analyzedMetric.name(), analyzedMetric.goal())));
    }
    return sides;
  }

  /** A directory without the folder that all share. */
  private static String label(List<String> directories, String directory) {
    String shared = StringUtils.getCommonPrefix(directories.toArray(String[]::new));
    String folder = shared.substring(0, shared.lastIndexOf('/') + 1);
    String label = directory.substring(folder.length());
    return label.isEmpty() ? directory : label;
  }

  private static void requireMetric(String metric, SweepView sweep, String directory) {
    if (!sweep.openMetrics().contains(metric)) {
      throw new InputException(
          "No trial of %s has the metric '%s'; its trials have: %s. Name one that all sweeps have with --metric."
              .formatted(
                  directory,
                  metric,
                  sweep.openMetrics().isEmpty()
                      ? "none yet"
                      : String.join(", ", sweep.openMetrics())));
    }
  }
}
