package org.attune.jobs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.attune.model.bench.RidgeBench;
import org.attune.model.bench.StepBench;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune bench}: measures this machine, beside a peer where there is one. */
@Command(
    name = "bench",
    description = {
      "Measures and prints one line per figure: name, value, unit. What single runs said goes to"
          + " stderr.",
      "step: a training step and its share of the matrix products' roof; ridge: ridge attention"
          + " forward and backward. With --peer, each also as a ratio to the peer's time, run in turn."
    },
    mixinStandardHelpOptions = true)
final class BenchCommand implements Callable<Integer> {

  /** What can be measured. */
  enum Bench {
    STEP,
    RIDGE
  }

  @Parameters(paramLabel = "step|ridge")
  private Bench bench;

  @Option(
      names = "--peer",
      paramLabel = "DIR",
      description = "Folder of a program 'run' that trains the same step and prints ms_per_step=.")
  private Path peer;

  @Override
  public Integer call() throws Exception {
    if (peer != null && !Files.isExecutable(peer.resolve("run"))) {
      throw new InputException("Cannot run --peer " + peer + ": there is no program 'run' in it.");
    }
    String[] arguments =
        (peer == null ? List.<String>of() : List.of("--peer", peer.toString()))
            .toArray(String[]::new);
    switch (bench) {
      case STEP -> StepBench.main(arguments);
      case RIDGE -> RidgeBench.main(arguments);
    }
    return ExitCode.DONE;
  }
}
