package org.attune.jobs.run;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.storage.Storage;
import org.attune.cluster.trial.ModelTraining;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.Interruption;
import org.attune.jobs.lab.LabOption;
import org.attune.jobs.lab.LabSweep;
import org.attune.jobs.lab.Settlement;
import org.attune.jobs.report.LostCheckpoints;
import org.attune.jobs.report.ReproductionReport;
import org.attune.jobs.report.RunReport;
import org.attune.jobs.session.Jars;
import org.attune.jobs.session.SecureOption;
import org.attune.jobs.session.Sessions;
import org.attune.jobs.sweep.DataOption;
import org.attune.jobs.sweep.OutDirectory;
import org.attune.jobs.sweep.SweepFile;
import org.attune.jobs.sweep.Workload;
import org.attune.sweeps.identity.SpecExtension;
import org.attune.sweeps.lab.Ledger;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.verdict.Reproduction;
import org.attune.sweeps.verdict.StatedWhen;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code attune run}: runs a sweep, or resumes it. */
@Command(
    name = "run",
    description = {
      "Runs a sweep. On a directory with an unfinished run of the same spec it resumes; on a"
          + " finished one it prints the table.",
      "Exit codes: 0 done, 1 failed at run time, or a checkpoint that was to be kept could not be"
          + " written, 2 the input is wrong, 3 some trials failed for"
          + " good, 130 interrupted, 129 when its terminal closed. Rerun the same command to"
          + " resume."
    })
public final class RunCommand implements Callable<Integer> {

  private static final String QUOTE =
      "Report a claim that was stated before the results; else report the table of cells.\n";

  @Mixin private SweepFile file;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the results go: a folder or hdfs://...; default: runs/<sweep name>.")
  private Optional<String> out = Optional.empty();

  @Mixin private DataOption data;

  @Mixin private Jars jars;

  @Mixin private SecureOption secure;

  @Mixin private LabOption labs;

  @Option(names = "--dry-run", description = "Check everything, print the plan, run nothing.")
  private boolean dryRun;

  @Option(
      names = "--cpu",
      description = "Run on processors, whatever execution.gpus-per-trial says.")
  private boolean cpu;

  @Option(
      names = "--take-over",
      description =
          "Run the sweep although another driver seems alive; the other driver is fenced.")
  private boolean takeOver;

  @Option(
      names = "--extend",
      description =
          "Give the sweep in the directory more to do: more values on its axes, more axes, more"
              + " replicates, trials, training steps or budget. An axis may also end or lose"
              + " values, and search, stop and objective may change. Finished trials stay; any"
              + " other change is refused.")
  private boolean extend;

  @Mixin private ReuseOption reuse;

  @Override
  public Integer call() throws Exception {
    Workload read = Workload.of(file, data, jars);
    String master = Sessions.master();
    Map<String, String> security = secure.properties(master);
    String directory = out.orElse("runs/" + read.spec().name());
    Storage storage = OutDirectory.writable(directory, master);
    Optional<Ledger> ledger = labs.find(file, storage);
    Optional<LabSweep> lab =
        ledger.isPresent()
            ? Optional.of(LabSweep.of(ledger.get(), directory, storage))
            : Optional.empty();
    Workload placed = lab.isPresent() ? lab.get().planned(read) : read;
    Workload workload = cpu ? placed.onProcessors() : placed;
    workload.warnings().forEach(warning -> System.err.println("warning: " + warning));
    if (lab.isPresent()) {
      lab.get().notice(workload).ifPresent((dryRun ? System.out : System.err)::println);
    }
    SweepSpec spec = workload.spec();
    GpuOffer.warning(workload, master)
        .ifPresent(warning -> System.err.println("warning: " + warning));
    MissingProgram.warning(workload, master)
        .ifPresent(warning -> System.err.println("warning: " + warning));
    String formulas = FormulaProofs.prove(spec, workload.catalog(), file);
    ReusedSweeps reused = reuse.read(workload, directory, lab);
    ReusedSweeps.Prospect prospect =
        reused.prospect(workload, () -> SweepLaunch.header(workload, master));
    prospect.warning().ifPresent(warning -> System.err.println("warning: " + warning));
    SweepLaunch launch =
        new SweepLaunch(workload, storage, directory, master, takeOver, extend, security, reused);
    Optional<SweepView> existing =
        dryRun || extend || lab.filter(LabSweep::isNew).isPresent()
            ? launch.check()
            : Optional.empty();
    if (extend) {
      existing
          .map(sweep -> new Extension(sweep, workload).warnings())
          .ifPresent(warnings -> warnings.forEach(System.err::println));
    }
    if (dryRun) {
      System.out.print(
          Plan.of(spec, workload.catalog())
              .describe(ModelTraining.on(workload.data()).opener(), workload.heldOut(), directory));
      System.out.print(prospect.plan());
      existing.ifPresent(sweep -> System.out.println(done(sweep, workload.spec(), directory)));
      existing
          .filter(sweep -> extend)
          .ifPresent(
              sweep -> System.out.print(new Extension(sweep, workload).plan(directory, storage)));
      System.out.print(formulas);
      return ExitCode.DONE;
    }
    if (lab.isPresent()) { // nothing can refuse the sweep from here on
      Workload stated = lab.get().stated(workload);
      spec = stated.spec();
      launch =
          new SweepLaunch(stated, storage, directory, master, takeOver, extend, security, reused);
    }
    SweepView sweep = launch.run();
    Optional<Interruption> interruption = Interruption.of(sweep);
    if (interruption.isPresent()) {
      System.err.println(interruption.get().message());
      return interruption.get().exitCode();
    }
    int exit = report(spec, sweep, workload.catalog(), directory, storage);
    if (reused.named()
        && !reused.sweeps().isEmpty()
        && sweep.trials().stream().allMatch(t -> t.adopted().isEmpty())) {
      System.out.printf("adopted 0 of %s%n", Counted.of(sweep.total(), "trial"));
    }
    return exit;
  }

  private static String done(SweepView sweep, SweepSpec spec, String directory) {
    Counts counts = sweep.counts();
    String now = CanonicalText.of(spec);
    boolean history =
        sweep.plans().stream()
            .anyMatch(plan -> !SpecExtension.losing(plan.specText(), now).isEmpty());
    boolean shorter =
        sweep.plans().stream()
            .anyMatch(plan -> SpecExtension.longerTraining(plan.specText(), now).isPresent());
    return "done        %s %s, in %s"
        .formatted(
            Counted.of(counts.finished() + counts.stopped() + counts.failed(), "trial"),
            shorter
                ? "of shorter training"
                : history ? "of these and of values that ended" : "of these",
            directory);
  }

  private static int report(
      SweepSpec spec, SweepView sweep, AxisCatalog catalog, String directory, Storage storage)
      throws Exception {
    long planned = spec.newSearch(catalog).trials();
    System.out.print(new RunReport(sweep, catalog.tree(), directory, planned).print());
    if (!spec.comparison().claims().isEmpty()) {
      Reproduction table = Reproduction.of(spec, sweep, catalog);
      Optional<String> settled = Settlement.record(storage, sweep, table);
      System.out.print("\n" + QUOTE + ReproductionReport.of(table, sweep).text());
      settled.ifPresent(System.out::println);
    } else {
      int dropped = StatedWhen.dropped(spec, sweep);
      if (dropped > 0) {
        System.out.print("\n" + ReproductionReport.allDropped(dropped));
      }
    }
    if (sweep.counts().failed() > 0) {
      return ExitCode.TRIALS_FAILED;
    }
    return LostCheckpoints.lack(sweep, spec.execution().checkpoints().keep())
        ? ExitCode.FAILED
        : ExitCode.DONE;
  }
}
