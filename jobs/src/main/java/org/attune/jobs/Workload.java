package org.attune.jobs;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.attune.cluster.averaging.ClusterTraining;
import org.attune.cluster.trial.ModelCatalog;
import org.attune.cluster.trial.UserData;
import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.spec.SpecException;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.trial.ProgramCatalog;
import org.attune.sweeps.trial.TrialProgram;
import org.attune.sweeps.trial.TrialWork;

/**
 * What a sweep's trials are: trainings of Attune's model, or runs of a program of the user's.
 *
 * @param spec what the sweep file says
 * @param catalog that it was read with
 * @param data the user's; empty for what the task generates
 * @param work how a trial is run
 */
record Workload(SweepSpec spec, AxisCatalog catalog, Optional<UserData> data, TrialWork work) {

  /**
   * Reads a sweep file, and looks at its data.
   *
   * @throws SpecException with all that is wrong in the file
   */
  static Workload of(SweepFile file, DataOption data, Jars jars) throws SpecException, IOException {
    jars.install();
    Optional<CommandTask> command = file.command();
    if (command.isPresent()) {
      return program(file, data, command.get().catalog(), command.get().work());
    }
    Optional<TrialProgram> program = file.taskName().flatMap(jars::program);
    if (program.isPresent()) {
      return program(file, data, new ProgramCatalog(program.get()), program.get().work());
    }
    ModelCatalog catalog = new ModelCatalog();
    SweepSpec spec = data.read(file, catalog);
    Optional<UserData> read = data.check(spec, catalog);
    return new Workload(spec, catalog, read, ClusterTraining.on(read));
  }

  /** Whether trials are trainings of Attune's model. */
  boolean trainsModels() {
    return catalog instanceof ModelCatalog;
  }

  /** The same with trials that use no GPU. */
  Workload onProcessors() {
    return new Workload(spec.onProcessors(), catalog, data, work);
  }

  private static Workload program(
      SweepFile file, DataOption data, AxisCatalog catalog, TrialWork work)
      throws SpecException, IOException {
    data.refuse("the sweep's task is a program that finds its data by itself");
    return new Workload(file.read(catalog, Map.of()), catalog, Optional.empty(), work);
  }
}
