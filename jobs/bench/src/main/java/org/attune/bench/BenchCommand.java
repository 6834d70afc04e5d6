package org.attune.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.attune.api.catalog.ShortList;
import org.attune.api.catalog.Spelling;
import org.attune.bench.driver.AveragingBench;
import org.attune.bench.driver.ConcurrencyBench;
import org.attune.bench.driver.DispatchBench;
import org.attune.bench.driver.JournalBench;
import org.attune.bench.driver.ScaleBench;
import org.attune.bench.lab.LabBench;
import org.attune.bench.race.RaceBench;
import org.attune.bench.search.SearchBench;
import org.attune.jobs.AddedCommand;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.model.bench.CudaBench;
import org.attune.model.bench.CudaNodes;
import org.attune.model.bench.KernelBench;
import org.attune.model.bench.LongBench;
import org.attune.model.bench.MixersBench;
import org.attune.model.bench.PairBench;
import org.attune.model.bench.PartsBench;
import org.attune.model.bench.RidgeBench;
import org.attune.model.bench.StepBench;
import org.attune.model.bench.ThreadsBench;
import org.attune.sweeps.search.SearchMethod;
import org.attune.sweeps.search.SearchMethods;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code attune bench}: measures this machine, and a peer program if the user names one. */
@Command(
    name = "bench",
    description =
        "Measures this machine and prints one line per figure on stdout: name, value, unit. Prints"
            + " the output of each single run on stderr.",
    footer = {
      "",
      "Training:",
      "  step         a training step, and its share of the matrix products' roof",
      "  ridge        ridge attention, forward and backward",
      "  mixers       a training step with each mixer at 1,024 tokens",
      "  parts        a step with each attention part over one with plain attention",
      "  kernels      the kernels of a step one by one, by JMH",
      "  long         a step over 4,096 tokens beside one over 256: time per FLOP,",
      "               and memory",
      "  threads      a step of one training on two threads over one thread",
      "  pair         two trainings at once in one JVM over one alone, beside the",
      "               same of matrix products",
      "  averaging    samples a second of two workers that average their parameters,",
      "               over one worker, on local[2]",
      "  cuda         the first GPU: the time to the first step, how far its numbers",
      "               are from the processor's, milliseconds and kernels of a step,",
      "               steps a second of 1 to 16 trials at once",
      "",
      "Running sweeps:",
      "  quickstart   the time of 'attune run sweeps/quickstart.yaml' in a new process",
      "  start        the time and processor time of help, list, validate, status, best,",
      "               analyze, report and sql, each in a new process",
      "  dispatch     what an empty trial costs on local[2], over 10,000 trials",
      "  journal      durable trial records a second, and the time to take up",
      "               100,000 trials",
      "  concurrency  1,000 sleeping trials at a time with 500 results a second, over",
      "               the time that they sleep",
      "  scale        a driver with 1,000 slots in virtual time, and a million trials",
      "               of 20 reports: the time of a suggestion, the loop's load, memory,",
      "               and the time to resume",
      "  query        'attune sql' in a new process over 30,000 trials with a million",
      "               metric rows, and over a folder of 1,000 sweeps",
      "",
      "Searching and verdicts:",
      "  search       how near the minimum a search method comes in 100 trials, median",
      "               of 20 seeds, and the time of a suggestion",
      "  race         10,000 simulated tables: the trials that seeds-until-decided",
      "               spends over ten a cell, and the per cent of tables with a false",
      "               verdict",
      "  lab          1,000 simulated labs of 1,000 claims: the per cent of wrong",
      "               discoveries, the same with an agent that wants something to",
      "               show, and the true effects found over those found offline",
      "",
      "docs/benchmarks.md explains each figure."
    })
public final class BenchCommand implements AddedCommand {

  /** The benchmarks, and how each is run. */
  enum Bench {
    STEP(command -> StepBench.main(command.arguments())),
    RIDGE(command -> RidgeBench.main(command.arguments())),
    LONG(command -> LongBench.main(command.arguments())),
    THREADS(command -> ThreadsBench.main(command.arguments())),
    PAIR(command -> PairBench.main(command.arguments())),
    MIXERS(command -> MixersBench.main(command.arguments())),
    PARTS(command -> PartsBench.main(command.partsOptions())),
    QUICKSTART(command -> QuickstartBench.run(command.program())),
    KERNELS(command -> KernelBench.main(command.arguments())),
    DISPATCH(command -> DispatchBench.run()),
    JOURNAL(command -> JournalBench.run()),
    AVERAGING(command -> AveragingBench.run(command.rounds.orElse(0))),
    CONCURRENCY(command -> ConcurrencyBench.run()),
    SCALE(command -> ScaleBench.run(command.trials)),
    SEARCH(BenchCommand::search),
    RACE(command -> RaceBench.run(command.tables)),
    LAB(command -> LabBench.run()),
    CUDA(BenchCommand::cuda),
    START(command -> StartBench.run(command.rounds.orElse(StartBench.ROUNDS))),
    QUERY(command -> QueryBench.run(command.program(), command.rounds.orElse(QueryBench.ROUNDS)));

    private final Run run;

    Bench(Run run) {
      this.run = run;
    }
  }

  private interface Run {
    void with(BenchCommand command) throws Exception;
  }

  @Parameters(paramLabel = "BENCHMARK", description = "What to measure: a name of the list below.")
  private Bench bench;

  @Option(
      names = "--peer",
      paramLabel = "DIR",
      description =
          "With step, ridge and mixers: the folder of a program 'run' that trains the same step and"
              + " prints ms_per_step=. Runs it in turn with ours, and prints its time over ours.")
  private Optional<Path> peer = Optional.empty();

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      split = ",",
      description =
          "With parts: only parts whose names contain one of these texts, such as"
              + " weights.ridge,gate. With search: only these functions.")
  private List<String> only = List.of();

  @Option(
      names = "--method",
      paramLabel = "NAME",
      description = "With search: the method to measure. Default: auto.")
  private String method = "auto";

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "With search: the number of seeds of each figure. Default: 20.")
  private int seeds = SearchBench.SEEDS;

  @Option(
      names = "--noise",
      paramLabel = "DEVIATION",
      description =
          "With search: adds normal noise to what the search sees. Prints the regret of two more"
              + " cells: the one that measured best, and the one that analyze recommends.")
  private double noise;

  @Option(
      names = "--tables",
      paramLabel = "DIR",
      split = ",",
      description =
          "With race: ended sweeps of papers' tables with ten seeds for each cell. Judges them"
              + " too.")
  private List<String> tables = List.of();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often to measure everything; the figures are medians. Default: 5.")
  private Optional<Integer> rounds = Optional.empty();

  @Option(
      names = "--trials",
      paramLabel = "N",
      description =
          "With scale: the number of trials under sobol; auto has a tenth. Default: 1000000.")
  private int trials = ScaleBench.TRIALS;

  @Option(
      names = "--nodes",
      description =
          "With cuda: counts only the kernels of a small step and their bytes. Needs no GPU.")
  private boolean nodes;

  @Spec private CommandSpec command;

  @Override
  public Integer call() throws Exception {
    if (peer.isPresent() && !Files.isExecutable(peer.get().resolve("run"))) {
      throw new InputException(
          "Cannot run --peer " + peer.get() + ": there is no program 'run' in it.");
    }
    if (rounds.isPresent() && rounds.get() < 1) {
      throw new InputException("Invalid --rounds " + rounds.get() + ": at least 1.");
    }
    if (trials < 1) {
      throw new InputException("Invalid --trials " + trials + ": at least 1.");
    }
    bench.run.with(this);
    return ExitCode.DONE;
  }

  private String[] arguments() {
    List<String> options = new ArrayList<>();
    peer.ifPresent(folder -> options.addAll(List.of("--peer", folder.toString())));
    rounds.ifPresent(count -> options.addAll(List.of("--rounds", count.toString())));
    return options.toArray(String[]::new);
  }

  private OwnProgram program() {
    return new OwnProgram(command.root().userObject().getClass());
  }

  private String[] partsOptions() {
    List<String> parts = PartsBench.names();
    for (String text : only) {
      if (parts.stream().noneMatch(part -> part.contains(text))) {
        throw unknown("part", text, parts);
      }
    }
    return only.toArray(String[]::new);
  }

  private void search() {
    requireAmong("search method", method, SearchMethods.all(), SearchMethod::name);
    for (String function : only) {
      requireAmong("function", function, SearchBench.functions(), name -> name);
    }
    if (seeds < 1) {
      throw new InputException("Invalid --seeds " + seeds + ": at least 1.");
    }
    if (!(noise >= 0) || Double.isInfinite(noise)) {
      throw new InputException("Invalid --noise " + noise + ": a number from 0 on.");
    }
    SearchBench.run(SearchMethods.named(method), only, seeds, noise);
  }

  private static <T> void requireAmong(
      String kind, String name, List<T> things, Function<T, String> named) {
    List<String> names = things.stream().map(named).toList();
    if (!names.contains(name)) {
      throw unknown(kind, name, names);
    }
  }

  private static InputException unknown(String kind, String name, List<String> names) {
    return new InputException(
        "There is no %s '%s' to measure%s; there are %s."
            .formatted(kind, name, Spelling.hint(name, names), ShortList.near(name, names, "")));
  }

  private void cuda() throws Exception {
    if (nodes) {
      CudaNodes.main(new String[0]);
      return;
    }
    Optional<String> problem = CudaBench.problem();
    if (problem.isPresent()) {
      throw new InputException("Cannot measure a GPU: " + problem.get());
    }
    CudaBench.main(new String[0]);
  }
}
