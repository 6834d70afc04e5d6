package org.attune.jobs.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.search.Trial;
import org.attune.api.storage.ShellWord;
import org.attune.api.trial.HeldOutPart;
import org.attune.api.trial.Secrets;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialProgram;
import org.attune.api.trial.TrialWork;
import org.attune.cluster.slot.Machine;
import org.attune.cluster.trial.Averaging;
import org.attune.cluster.trial.HadoopData;
import org.attune.cluster.trial.ModelTraining;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Launcher;
import org.attune.jobs.console.TextTable;
import org.attune.jobs.report.AdoptedTrials;
import org.attune.jobs.session.Jars;
import org.attune.jobs.session.SecretValues;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.jobs.sweep.SweepCommand;
import org.attune.jobs.sweep.Sweeps;
import org.attune.jobs.sweep.TrialChoice;
import org.attune.jobs.watch.ProgramChanges;
import org.attune.model.ModelCatalog;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.command.CommandWork;
import org.attune.sweeps.command.ProgramVariables;
import org.attune.sweeps.command.RecordedCommand;
import org.attune.sweeps.command.SecretSource;
import org.attune.sweeps.event.AdoptedFrom;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code attune rerun}: trains one trial again from its row, and compares the metrics. */
@Command(
    name = "rerun",
    description = {
      "Trains a trial once more, in this process, from its row: the same configuration, seed and"
          + " threads. On the same type of machine every metric has the same digits; elsewhere"
          + " rerun shows the differences. It writes nothing.",
      "Trials that ran on several workers or that resume another trial cannot be rerun.",
      "For a program of yours, rerun uses the command, variables and seed of its row. It shows them"
          + " and asks before it runs them: whoever wrote the directory chose them.",
      "Exit codes: 0 the same digits, or another machine, device, code, library or program; 1 other"
          + " digits although these are the same, or the trial failed; 2 the input is wrong."
    })
public final class RerunCommand extends SweepCommand {

  /** The keys of the provenance that can change digits, besides the libraries'. */
  private static final List<String> SHAPING =
      List.of(
          Provenance.CODE_VERSION,
          Provenance.JVM,
          Provenance.OS,
          Provenance.CPU,
          Provenance.DEVICE);

  private static final String SPARK = Provenance.LIBRARY + "spark"; // shapes no digits

  private static final String TASK = "task";

  /** Units of metrics that a clock or a meter measures; such values never repeat. */
  private static final Set<String> METERED = Set.of("ms", "s", "bytes", "MB", "samples/s");

  @Option(
      names = "--trial",
      paramLabel = "T",
      required = true,
      description = "The trial's id, or its beginning.")
  private String trial;

  @Option(
      names = "--data",
      paramLabel = "PATH",
      description = "The data that the sweep was run with, if any.")
  private Optional<String> data = Optional.empty();

  @Option(
      names = "--folder",
      paramLabel = "PATH",
      description =
          "Where a program of yours runs. Default: the file's task.command.folder, else here.")
  private Optional<Path> folder = Optional.empty();

  @Option(
      names = "--yes",
      description = "Run the program that the directory names without asking, as scripts need.")
  private boolean yes;

  @Mixin private Jars jars;

  @Override
  public Integer call() throws Exception {
    jars.install();
    TrialCatalog catalog = new TrialCatalog(); // after the jars, which may bring parts
    SweepView sweep = Sweeps.read(directory);
    TrialStatus status = TrialChoice.find(sweep, directory, trial);
    String id = status.trial().id();
    Optional<AdoptedFrom> adopted = status.attempt().flatMap(Attempt::adopted);
    if (adopted.isPresent()) {
      Attempt stored = status.attempt().orElseThrow();
      sweep = origin(id, adopted.get());
      directory = adopted.get().directory();
      status = TrialChoice.find(sweep, directory, id);
      requireSame(id, stored, status);
      System.out.printf("trial %s was adopted: its row is in %s%n", id, directory);
    }
    if (status.state() != TrialState.FINISHED) {
      throw new InputException(
          "Cannot compare trial %s: it is %s, and only a finished one has results.%s"
              .formatted(
                  id,
                  status.state().label(),
                  status.state() == TrialState.FAILED
                      ? " To run it again: %s retry %s --trial %s"
                          .formatted(Launcher.name(), ShellWord.path(directory), id)
                      : ""));
    }
    if (Averaging.of(status.trial().configuration().values()).isPresent()) {
      throw new InputException(
          "Cannot train trial %s again: it ran on several workers, and this is one process."
              .formatted(id));
    }
    Optional<Trial.Origin> origin = status.trial().origin();
    if (origin.isPresent()) {
      throw new InputException(
          "Cannot train trial %s again: it carries on trial %s after step %d, and this begins at step 0."
              .formatted(id, origin.get().trialId(), origin.get().step()));
    }
    Attempt before = status.attempt().orElseThrow();
    TrialWork.Result again = train(work(catalog, status, before), sweep, status);
    boolean same = print(sweep, before, again.metrics(), metered(catalog, status));
    List<String> others = others(sweep, before, again.facts());
    others.forEach(System.out::println);
    Optional<String> changed = ProgramChanges.since(before, again.facts());
    changed.ifPresent(System.out::println);
    if (same) {
      System.out.println("the same digits");
      return ExitCode.DONE;
    }
    if (others.isEmpty() && changed.isEmpty()) {
      System.out.println("other digits on the same machine type, code and libraries");
      if (!isModel(catalog, status.trial().configuration())) {
        System.out.println(
            "A file that the program reads may have changed: Attune keeps a hash of the script"
                + " alone.");
      }
      return ExitCode.FAILED;
    }
    System.out.println(
        others.isEmpty()
            ? "other digits: the program is another than then"
            : "other digits, as is to be expected elsewhere");
    return ExitCode.DONE;
  }

  /** The sweep that trained an adopted trial. */
  private static SweepView origin(String trial, AdoptedFrom from) throws IOException {
    Optional<String> trouble = AdoptedTrials.trouble(from.directory(), from.sweepId());
    if (trouble.isPresent()) {
      throw new InputException(
          "Cannot rerun trial %s: it was adopted from %s, which %s; bring that directory back, or train the trial in a new sweep without --reuse."
              .formatted(trial, from.directory(), trouble.get()));
    }
    return Sweeps.read(from.directory());
  }

  /** Refuses an origin whose numbers are no longer those that were adopted. */
  private static void requireSame(String trial, Attempt stored, TrialStatus rerun) {
    if (!rerun.attempt().map(Attempt::metrics).equals(Optional.of(stored.metrics()))) {
      throw new InputException(
          "Cannot rerun trial %s: the metrics of its origin are no longer those that were adopted; train the trial in a new sweep without --reuse."
              .formatted(trial));
    }
  }

  /** Whether the trial trained Attune's own model, instead of running a user's program. */
  private static boolean isModel(TrialCatalog catalog, Configuration configuration) {
    return configuration.has(TASK)
        && catalog.tree().parameter(TASK).orElseThrow().domain() instanceof Domain.Choice tasks
        && tasks.names().contains(configuration.text(TASK));
  }

  /** The trial's work: the command in its row, the task of a user's jar, or a training. */
  private TrialWork work(TrialCatalog catalog, TrialStatus status, Attempt before)
      throws IOException {
    Configuration configuration = status.trial().configuration();
    Optional<RecordedCommand> command = RecordedCommand.of(configuration.values());
    if (command.isPresent()) {
      refuseData("the trial's task is a program that finds its data by itself");
      Optional<CommandTask> declared =
          SpecCopy.read(Sweeps.storage(directory)).flatMap(SpecCopy::program);
      Path runsIn = programFolder(declared).toAbsolutePath().normalize();
      new Consent(directory, command.get(), runsIn).require(yes);
      return CommandWork.again(
          before.metrics().keySet(),
          declared.map(CommandTask::types).orElse(Map.of()),
          runsIn.toString());
    }
    if (!isModel(catalog, configuration)) {
      refuseData("the trial's task is not one of Attune's");
      String task = configuration.has(TASK) ? configuration.text(TASK) : "none";
      return jars.program(task)
          .map(TrialProgram::work)
          .orElseThrow(
              () ->
                  new InputException(
                      "Cannot rerun trial %s: its task '%s' is not one of Attune's; give the jar that brings it with --jars, or run what asked for the trial."
                          .formatted(status.trial().id(), task)));
    }
    if (ModelCatalog.reads(configuration).isEmpty()) {
      refuseData("the task '%s' makes its own data".formatted(configuration.text(TASK)));
    }
    return ModelTraining.on(data.map(HadoopData::at));
  }

  private Path programFolder(Optional<CommandTask> declared) {
    return folder.orElse(Path.of(declared.map(CommandTask::folder).orElse("")));
  }

  /** Refuses {@code --data}, if given, with the reason why nothing would read the data. */
  private void refuseData(String why) {
    if (data.isPresent()) {
      throw new InputException(
          "Cannot use --data %s: %s; leave it out.".formatted(data.get(), why));
    }
  }

  private static TrialWork.Result train(TrialWork work, SweepView sweep, TrialStatus status)
      throws Exception {
    TrialContext context =
        new TrialContext(
                status.trial().id(),
                1,
                status.trial().configuration().values(),
                status.trial().seed(),
                sweep.header().threadsPerTrial())
            .with(secrets(status))
            .judgedOn(
                sweep.header().design().heldOut().isPresent()
                    ? HeldOutPart.of(status.trial().replicate())
                    : HeldOutPart.SHARED);
    return work.run(context, (step, values) -> {});
  }

  /** Reads the secrets that the row names from this shell's variables of the same names. */
  private static Secrets secrets(TrialStatus status) throws IOException {
    TreeMap<String, SecretSource> sources = new TreeMap<>();
    for (String name : ProgramVariables.secretsOf(status.trial().configuration().values())) {
      sources.put(name, new SecretSource.Variable(name));
    }
    return new SecretValues(System.getenv()).read(sources);
  }

  /**
   * Prints each metric of both runs that is not hidden; returns whether all unmetered metrics are
   * equal.
   */
  private boolean print(
      SweepView sweep, Attempt before, Map<String, Double> again, Set<String> metered) {
    TreeSet<String> names = new TreeSet<>(before.metrics().keySet());
    names.addAll(again.keySet());
    TextTable table = TextTable.of("metric", "recorded", "again", "difference");
    boolean same = true;
    for (String name : names) {
      Double then = before.metrics().get(name);
      Double now = again.get(name);
      boolean equal = Objects.equals(then, now);
      // A metric that an earlier version did not record counts as no difference.
      same &= equal || then == null || metered.contains(name);
      String difference =
          equal ? "none" : then == null || now == null ? "missing" : String.valueOf(now - then);
      if (sweep.hides(name)) {
        continue; // compared, but not shown
      }
      table.add(name, then, now, metered.contains(name) ? difference + " (metered)" : difference);
    }
    System.out.print(table.aligned());
    return same;
  }

  private static Set<String> metered(TrialCatalog catalog, TrialStatus status) {
    Configuration configuration = status.trial().configuration();
    Set<String> names = new TreeSet<>();
    if (isModel(catalog, configuration)) {
      catalog.metrics(configuration).stream()
          .filter(metric -> METERED.contains(metric.unit()))
          .forEach(metric -> names.add(metric.name()));
    }
    return names;
  }

  /** The facts that can change digits and differ between the runs. */
  private static List<String> others(SweepView sweep, Attempt before, Map<String, String> facts) {
    Map<String, String> then = new TreeMap<>(sweep.header().provenance());
    then.putAll(before.provenance());
    Map<String, String> now = new TreeMap<>(Machine.provenance());
    now.putAll(facts);
    return Stream.concat(
            SHAPING.stream(),
            Stream.concat(then.keySet().stream(), now.keySet().stream())
                .filter(key -> key.startsWith(Provenance.LIBRARY) && !key.equals(SPARK))
                .distinct())
        .filter(key -> !Objects.equals(then.get(key), now.get(key)))
        .map(
            key ->
                "%s: %s when recorded, %s now"
                    .formatted(
                        key, then.getOrDefault(key, "unknown"), now.getOrDefault(key, "none")))
        .toList();
  }
}
