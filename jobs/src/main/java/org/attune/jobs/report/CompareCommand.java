package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.commons.lang3.StringUtils;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Json;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.analysis.AcrossSweeps;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.SweepSide;
import org.attune.sweeps.state.SweepView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune compare}: several sweeps, cell by cell. */
@Command(
    name = "compare",
    description = {
      "Compares sweeps with the first one: the settings in which they differ, each cell's mean in"
          + " each sweep at its best learning rate there, or other tuned values, each sweep's best"
          + " cell, and the difference of each common cell.",
      "Differences are paired by seed where seeds, data and task agree."
    })
public final class CompareCommand implements Callable<Integer> {

  @Parameters(
      arity = "2..*",
      paramLabel = "DIR",
      description = "The sweeps' directories; the others are compared with the first.")
  private List<String> directories;

  @Option(
      names = "--metric",
      paramLabel = "M",
      description = "A final metric that all have; default: the first sweep's objective.")
  private String metric;

  @Option(
      names = "--each-setting",
      description =
          "Take each setting for a cell of its own, also where only tuned values such as a learning"
              + " rate differ.")
  private boolean each;

  @Option(names = "--json", description = "Print JSON, nothing left out or rounded.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    if (new LinkedHashSet<>(directories).size() < directories.size()) {
      throw new InputException("A directory is named twice; name each sweep once.");
    }
    List<SweepView> sweeps = new ArrayList<>();
    for (String directory : directories) {
      sweeps.add(Sweeps.read(directory));
    }
    AnalyzedMetric of = AnalyzedMetric.of(sweeps.get(0), Optional.ofNullable(metric));
    List<SweepSide> sides = new ArrayList<>();
    for (int i = 0; i < sweeps.size(); i++) {
      requireMetric(of.name(), sweeps.get(i), directories.get(i));
      sides.add(
          new SweepSide(
              label(directories.get(i)),
              sweeps.get(i),
              Observations.of(sweeps.get(i), of.name(), of.goal())));
    }
    ComparedSweeps compared = new ComparedSweeps(directories, sides, AcrossSweeps.of(sides, !each));
    System.out.print(json ? Json.print(compared.json()) : compared.text());
    return ExitCode.DONE;
  }

  /** A directory without the folder that all share. */
  private String label(String directory) {
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
