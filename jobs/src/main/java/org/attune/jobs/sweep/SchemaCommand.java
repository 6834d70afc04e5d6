package org.attune.jobs.sweep;

import java.util.concurrent.Callable;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.Json;
import org.attune.jobs.session.Jars;
import org.attune.sweeps.spec.SweepSchema;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code attune schema}: prints the JSON Schema of a sweep file. */
@Command(
    name = "schema",
    description =
        "Prints the JSON Schema of a sweep file. Editors use it to complete and check the file;"
            + " docs/sweep-file.md shows how.")
public final class SchemaCommand implements Callable<Integer> {

  @Mixin private Jars jars;

  @Override
  public Integer call() {
    jars.install();
    System.out.print(Json.printSorted(SweepSchema.of(new TrialCatalog())));
    return ExitCode.DONE;
  }
}
