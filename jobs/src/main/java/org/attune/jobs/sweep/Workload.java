package org.attune.jobs.sweep;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.io.function.IOFunction;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.search.Objective;
import org.attune.api.trial.ProgramCatalog;
import org.attune.api.trial.TrialProgram;
import org.attune.api.trial.TrialWork;
import org.attune.cluster.averaging.ClusterTraining;
import org.attune.cluster.slot.Machine;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.cluster.trial.UserData;
import org.attune.jobs.console.InputException;
import org.attune.jobs.session.Jars;
import org.attune.sweeps.analysis.PlannedSeeds;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.command.SecretSource;
import org.attune.sweeps.event.Design;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.lab.Standing;
import org.attune.sweeps.spec.OpposedGoal;
import org.attune.sweeps.spec.ScarceInterval;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;

/**
 * The work of a sweep's trials: trainings of Attune's model, or runs of a user's program.
 *
 * @param spec the sweep file's content
 * @param catalog the catalog that read the file
 * @param data the user's data; empty for data that the task generates
 * @param work the code that runs a trial
 * @param program the user's program, if the sweep file declares one
 * @param copy the sweep file, for the sweep's directory; empty if nobody gave it
 * @param replicatesApart how many replicates can have held-out examples of their own
 * @param standing the place of its new sweep in a lab's ledger; empty outside of labs
 */
public record Workload(
    SweepSpec spec,
    AxisCatalog catalog,
    Optional<UserData> data,
    TrialWork work,
    Optional<CommandTask> program,
    Optional<SpecCopy> copy,
    double replicatesApart,
    Optional<Standing> standing) {

  private static final double UNLIMITED = Double.POSITIVE_INFINITY;

  /** Trials of Attune's model, whose sweep file somebody else read. */
  public Workload(SweepSpec spec, AxisCatalog catalog, Optional<UserData> data, TrialWork work) {
    this(
        spec, catalog, data, work, Optional.empty(), Optional.empty(), UNLIMITED, Optional.empty());
  }

  /** This workload, whose held-out data is enough for a number of replicates. */
  public Workload apart(double replicates) {
    return new Workload(spec, catalog, data, work, program, copy, replicates, standing);
  }

  /** This workload with its sweep file, for the sweep's directory. */
  public Workload copied(SpecCopy file) {
    return with(spec, Optional.of(file), standing);
  }

  /** The examples on which each replicate alone is judged: see {@link Design#heldOut}. */
  public Optional<String> heldOut() {
    return HeldOutExamples.of(spec, catalog, replicatesApart);
  }

  /**
   * The header of a sweep that starts with this workload.
   *
   * @param trials that are planned
   * @param threads of each trial
   */
  public SweepHeader header(long trials, int threads) throws IOException {
    Map<String, String> provenance = new TreeMap<>(Machine.provenance());
    if (data.isPresent()) {
      provenance.putAll(data.get().fingerprint().provenance());
    }
    standing.map(Standing::provenance).ifPresent(provenance::putAll);
    return SpecHeader.of(spec, trials, threads, provenance)
        .declaredBy(catalog.tree())
        .reporting(catalog.metrics(spec.base()))
        .judgedOn(heldOut());
  }

  /**
   * Reads a sweep file and checks its data.
   *
   * @throws SpecException with all errors of the file
   */
  public static Workload of(SweepFile file, DataOption data, Jars jars)
      throws SpecException, IOException {
    jars.install();
    Optional<CommandTask> command = file.command();
    if (command.isPresent()) {
      AxisCatalog catalog = command.get().catalog();
      return program(file, data, catalog, spec -> command.get().work(), command);
    }
    Optional<TrialProgram> program = file.taskName().flatMap(jars::program);
    if (program.isPresent()) {
      return program(
          file,
          data,
          new ProgramCatalog(program.get()),
          spec -> ProgramWork.of(program.get(), metrics(spec)),
          Optional.empty());
    }
    TrialCatalog catalog = new TrialCatalog();
    SweepSpec spec = data.read(file, catalog);
    Optional<UserData> read = data.check(spec, catalog);
    return new Workload(
        spec,
        catalog,
        read,
        ClusterTraining.on(read),
        Optional.empty(),
        Optional.of(file.copy()),
        data.replicatesApart(),
        Optional.empty());
  }

  /** Whether trials train Attune's model. */
  public boolean trainsModels() {
    return catalog instanceof TrialCatalog;
  }

  /** The sources of the user's program's secrets, by variable name. */
  public SortedMap<String, SecretSource> secrets() {
    return program.map(CommandTask::secrets).orElse(new TreeMap<>());
  }

  /** Warnings for the user before the sweep runs, one sentence each. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>(program.map(CommandTask::warnings).orElse(List.of()));
    warnings.addAll(OpposedGoal.warnings(spec, catalog));
    HeldOutExamples.warning(spec, replicatesApart).ifPresent(warnings::add);
    PlannedSeeds.warning(spec, catalog).ifPresent(warnings::add);
    ScarceInterval.of(spec, catalog).stream()
        .filter(interval -> !interval.empty())
        .map(ScarceInterval::describe)
        .forEach(warnings::add);
    if (trainsModels()) {
      warnings.addAll(IdleKeys.warnings(spec, catalog));
    }
    warnings.addAll(new StoppingWarnings(spec, trainsModels()).sentences());
    return warnings;
  }

  /**
   * Refuses a new sweep with an interval in which a search would find no valid value.
   *
   * @throws InputException with a message that says what to do
   */
  public void requireValidValues() {
    ScarceInterval.of(spec, catalog).stream()
        .filter(ScarceInterval::empty)
        .findFirst()
        .ifPresent(
            interval -> {
              throw new InputException(interval.describe());
            });
  }

  /** This workload with trials that use no GPU. */
  public Workload onProcessors() {
    return with(spec.onProcessors(), copy, standing);
  }

  /** This workload with the seed that a lab drew for it, and the level that the lab gives it. */
  public Workload inLab(long seed, double level) {
    return with(
        spec.inLab(seed, level),
        copy.map(specCopy -> specCopy.with("seed", String.valueOf(seed))),
        standing);
  }

  /** This workload with its sweep's place in a lab's ledger. */
  public Workload standing(Standing place) {
    return with(spec, copy, Optional.of(place));
  }

  private Workload with(SweepSpec other, Optional<SpecCopy> copied, Optional<Standing> place) {
    return new Workload(other, catalog, data, work, program, copied, replicatesApart, place);
  }

  private static Workload program(
      SweepFile file,
      DataOption data,
      AxisCatalog catalog,
      IOFunction<SweepSpec, TrialWork> work,
      Optional<CommandTask> command)
      throws SpecException, IOException {
    data.refuse("the sweep's task is a program that finds its data by itself");
    SweepSpec spec = file.read(catalog, Map.of());
    return new Workload(
        spec,
        catalog,
        Optional.empty(),
        work.apply(spec),
        command,
        Optional.of(file.copy()),
        UNLIMITED,
        Optional.empty());
  }

  private static List<String> metrics(SweepSpec spec) {
    return spec.objectives().stream().map(Objective::metric).toList();
  }
}
