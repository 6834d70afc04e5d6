package org.attune.model.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Times one training step of Attune's against the peer's. Each runs in its own processes,
 * alternately (A B A B), so the ratio holds on a machine whose speed drifts. It prints one line per
 * figure; the output of each run goes to standard error.
 *
 * <pre>StepBench [--peer DIR] [--rounds N] [--steps N]</pre>
 */
public final class StepBench {

  /** The large step takes about as long as this many small ones. */
  private static final int SMALL_PER_LARGE = 6;

  private StepBench() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Options options = Options.of(args);
    Optional<Path> peer = options.peer();
    int rounds = options.rounds(5);
    int steps = options.number("--steps", 60);
    measure("small", StepShape.SMALL, peer, rounds, steps);
    measure("gate", StepShape.GATE, peer, rounds, steps);
    measure("large", StepShape.LARGE, peer, rounds, Math.max(1, steps / SMALL_PER_LARGE));
    RaggedBench.run(rounds);
  }

  private static void measure(
      String name, StepShape shape, Optional<Path> peer, int rounds, int steps)
      throws IOException, InterruptedException {
    List<Double> ours = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    List<Double> shares = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      String printed = TimedProcess.run(ourCommand(shape, steps));
      double millis = TimedProcess.figure(TimedProcess.MEAN, printed);
      ours.add(TimedProcess.figure(TimedProcess.MEDIAN, printed));
      double gflops =
          shape.flops((long) TimedProcess.figure(TimedProcess.PARAMETERS, printed))
              / TimedProcess.figure(TimedProcess.MEDIAN, printed)
              / 1e6;
      shares.add(100 * gflops / TimedProcess.figure(TimedProcess.ROOF, printed));
      if (peer.isPresent()) {
        double other =
            TimedProcess.figure(
                TimedProcess.MEAN, TimedProcess.run(peerCommand(peer.get(), shape, steps)));
        theirs.add(other);
        ratios.add(other / millis);
      }
    }
    Figure.print("step." + name + ".ms", Median.of(ours), "ms");
    Figure.print("step." + name + ".roof", Median.of(shares), "%");
    if (peer.isPresent()) {
      Figure.print("step." + name + ".peer", Median.of(theirs), "ms");
      Figure.print("step." + name + ".ratio", Median.of(ratios), "x");
    }
  }

  static List<String> ourCommand(StepShape shape, int steps) {
    List<String> arguments = new ArrayList<>(shape.arguments());
    arguments.add(Integer.toString(steps));
    return OwnJava.command(StepTimer.class, arguments);
  }

  static List<String> peerCommand(Path peer, StepShape shape, int steps) {
    List<String> command = new ArrayList<>();
    command.add(peer.resolve("run").toString());
    command.addAll(shape.arguments());
    command.add(Integer.toString(steps));
    return command;
  }
}
