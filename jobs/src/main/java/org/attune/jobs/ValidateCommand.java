package org.attune.jobs;

import java.util.concurrent.Callable;
import org.attune.cluster.trial.ModelCatalog;
import org.attune.sweeps.spec.SweepSpec;
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

  @Mixin private DataOption data;

  @Override
  public Integer call() throws Exception {
    ModelCatalog catalog = new ModelCatalog();
    SweepSpec spec = data.read(file, catalog);
    data.check(spec, catalog);
    System.out.print(Plan.of(spec, catalog).describe());
    return ExitCode.DONE;
  }
}
