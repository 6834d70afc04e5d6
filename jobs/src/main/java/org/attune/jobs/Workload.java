package org.attune.jobs;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.cluster.averaging.ClusterTraining;
import org.attune.cluster.trial.ModelCatalog;
import org.attune.cluster.trial.UserData;
import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.command.SecretSource;
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
 * @param program the user's, where the sweep file declares one
 */
record Workload(
    SweepSpec spec,
    AxisCatalog catalog,
    Optional<UserData> data,
    TrialWork work,
    Optional<CommandTask> program) {

  /** Trials that are no program of a sweep file's. */
  Workload(SweepSpec spec, AxisCatalog catalog, Optional<UserData> data, TrialWork work) {
    this(spec, catalog, data, work, Optional.empty());
  }

  /**
   * Reads a sweep file, and looks at its data.
   *
   * @throws SpecException with all that is wrong in the file
   */
  static Workload of(SweepFile file, DataOption data, Jars jars) throws SpecException, IOException {
    jars.install();
    Optional<CommandTask> command = file.command();
    if (command.isPresent()) {
      AxisCatalog catalog = command.get().catalog();
      return program(file, data, catalog, command.get().work(), command);
    }
    Optional<TrialProgram> program = file.taskName().flatMap(jars::program);
    if (program.isPresent()) {
      return program(
          file, data, new ProgramCatalog(program.get()), program.get().work(), Optional.empty());
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

  /** Where the secrets of the user's program are, by the variable's name. */
  SortedMap<String, SecretSource> secrets() {
    return program.map(CommandTask::secrets).orElse(new TreeMap<>());
  }

  /** What a user should know before the sweep runs, a sentence each. */
  List<String> warnings() {
    return program.map(CommandTask::warnings).orElse(List.of());
  }

  /** The same with trials that use no GPU. */
  Workload onProcessors() {
    return new Workload(spec.onProcessors(), catalog, data, work, program);
  }

  private static Workload program(
      SweepFile file,
      DataOption data,
      AxisCatalog catalog,
      TrialWork work,
      Optional<CommandTask> command)
      throws SpecException, IOException {
    data.refuse("the sweep's task is a program that finds its data by itself");
    return new Workload(file.read(catalog, Map.of()), catalog, Optional.empty(), work, command);
  }
}
