package org.attune.jobs.run;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.attune.cluster.trial.ModelTraining;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.lab.LabOption;
import org.attune.jobs.lab.LabSweep;
import org.attune.jobs.session.Jars;
import org.attune.jobs.session.SecretValues;
import org.attune.jobs.session.Sessions;
import org.attune.jobs.sweep.DataOption;
import org.attune.jobs.sweep.SweepFile;
import org.attune.jobs.sweep.Sweeps;
import org.attune.jobs.sweep.Workload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code attune validate}: reads a sweep file and prints the plan of the sweep. */
@Command(
    name = "validate",
    description =
        "Reads and expands a sweep file, counts its trials, estimates parameters and cost, and"
            + " writes nothing. It trains some small trials for a few steps, to estimate the time.")
public final class ValidateCommand implements Callable<Integer> {

  @Mixin private SweepFile file;

  @Mixin private DataOption data;

  @Mixin private Jars jars;

  @Mixin private LabOption labs;

  @Mixin private ReuseOption reuse;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "A sweep of this file or of the same program, begun by 'run'. Its ended trials tell the time"
              + " of a program of yours. Default: runs/<sweep name>.")
  private Optional<String> out = Optional.empty();

  @Override
  public Integer call() throws Exception {
    Workload read = Workload.of(file, data, jars);
    String directory = out.orElse("runs/" + read.spec().name());
    Optional<LabSweep> lab =
        labs.find(file, Sweeps.storage(directory))
            .map(ledger -> new LabSweep(ledger, directory, Optional.empty()));
    Workload workload = lab.isPresent() ? lab.get().planned(read) : read;
    GpuOffer.check(workload);
    workload.requireValidValues();
    String master = Sessions.master();
    workload.warnings().forEach(warning -> System.err.println("warning: " + warning));
    MissingProgram.warning(workload, master)
        .ifPresent(warning -> System.err.println("warning: " + warning));
    try {
      SweepLaunch.requireSlots(workload, master);
      MissingProgram.check(workload, master);
      new SecretValues(System.getenv()).read(workload.secrets());
    } catch (InputException refused) {
      throw new InputException(
          "'attune run' would refuse the sweep on this machine: " + refused.getMessage());
    }
    String plan =
        Plan.of(workload.spec(), workload.catalog())
            .describe(ModelTraining.on(workload.data()).opener(), workload.heldOut(), directory);
    String formulas = FormulaProofs.prove(workload.spec(), workload.catalog(), file);
    ReusedSweeps reused = reuse.read(workload, "", lab);
    ReusedSweeps.Prospect prospect =
        reused.prospect(workload, () -> SweepLaunch.header(workload, master));
    prospect.warning().ifPresent(warning -> System.err.println("warning: " + warning));
    System.out.print(plan + prospect.plan() + formulas);
    if (lab.isPresent()) {
      lab.get().notice(workload).ifPresent(System.out::println);
    }
    GpuCoverage.of(workload.spec(), workload.catalog())
        .map(GpuCoverage::describe)
        .ifPresent(System.out::print);
    return ExitCode.DONE;
  }
}
