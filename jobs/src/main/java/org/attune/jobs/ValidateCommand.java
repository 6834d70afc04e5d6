package org.attune.jobs;

import java.util.Map;
import java.util.concurrent.Callable;
import org.attune.cluster.trial.ModelCatalog;
import org.attune.sweeps.catalog.AxisCatalog;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code attune validate}: reads a sweep file and says what it would run. */
@Command(
    name = "validate",
    description =
        "Reads and expands a sweep file, counts its trials, estimates parameters and cost, and runs"
            + " nothing.",
    mixinStandardHelpOptions = true)
final class ValidateCommand implements Callable<Integer> {

  @Mixin private SweepFile file;

  @Override
  public Integer call() throws Exception {
    AxisCatalog catalog = new ModelCatalog();
    System.out.print(Plan.of(file.read(catalog, Map.of()), catalog).describe());
    return ExitCode.DONE;
  }
}
