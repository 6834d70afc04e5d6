package org.attune.jobs.report;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.attune.api.storage.ShellWord;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.JsonOutput;
import org.attune.jobs.console.Launcher;
import org.attune.sweeps.analysis.AcrossSweeps;
import org.attune.sweeps.analysis.SweepSide;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
      arity = "1..*",
      paramLabel = "DIR",
      description = "The sweeps' directories; the others are compared with the first.")
  private List<String> directories;

  @Option(
      names = "--metric",
      paramLabel = "M",
      description = "A final metric that all have; default: the first sweep's objective.")
  private Optional<String> metric = Optional.empty();

  @Option(
      names = "--each-setting",
      description =
          "Take each setting for a cell of its own, also where only tuned values such as a learning"
              + " rate differ.")
  private boolean each;

  @Mixin
  private final JsonOutput json =
      new JsonOutput(ComparedSweeps.SHAPE, "Print JSON, nothing left out or rounded.");

  @Override
  public Integer call() throws Exception {
    if (directories.size() < 2) {
      String named = ShellWord.path(directories.get(0));
      throw new InputException(
          "compare needs two sweeps or more, the others beside the first: %s compare %s OTHER; what one sweep shows: %s analyze %s"
              .formatted(Launcher.name(), named, Launcher.name(), named));
    }
    List<SweepSide> sides = SweepSides.of(directories, metric);
    ComparedSweeps compared =
        new ComparedSweeps(Launcher.name(), directories, sides, AcrossSweeps.of(sides, !each));
    json.print(() -> compared, new ComparedText(compared)::text);
    return ExitCode.DONE;
  }
}
