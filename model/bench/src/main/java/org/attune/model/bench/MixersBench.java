package org.attune.model.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Times a training step with each mixer against the same mixer in the peer's chunked form, in turn:
 * width 128, two layers, 1,024 tokens, batch 2, and 256 tokens, batch 8. Growth is our median step
 * at 2,048 tokens over that at 1,024, at the same batch. The peer has no feature maps.
 *
 * <pre>MixersBench [--peer DIR] [--rounds N]</pre>
 */
public final class MixersBench {

  static final List<String> NAMES =
      List.of("window", "linear", "retention", "ssd", "gla", "delta", "gated-delta");
  private static final List<String> WITHOUT_PEER = List.of("elu", "taylor");
  private static final int STEPS = 12;

  private MixersBench() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Options options = Options.of(args);
    for (String name : NAMES) {
      measure(name, options.peer(), options.rounds(3));
    }
    for (String name : WITHOUT_PEER) {
      measure(name, Optional.empty(), options.rounds(3));
    }
  }

  private static void measure(String name, Optional<Path> peer, int rounds)
      throws IOException, InterruptedException {
    StepShape shape = shape(name, 1024, 2);
    StepShape brief = shape(name, 256, 8);
    List<Double> ours = new ArrayList<>();
    List<Double> growths = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    List<Double> briefRatios = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      String printed = TimedProcess.run(StepBench.ourCommand(shape, STEPS));
      double millis = TimedProcess.figure(TimedProcess.MEAN, printed);
      ours.add(millis);
      growths.add(median(shape(name, 2048, 2)) / TimedProcess.figure(TimedProcess.MEDIAN, printed));
      if (peer.isPresent()) {
        ratios.add(millis(StepBench.peerCommand(peer.get(), shape, STEPS)) / millis);
        double quick = millis(StepBench.ourCommand(brief, STEPS));
        briefRatios.add(millis(StepBench.peerCommand(peer.get(), brief, STEPS)) / quick);
      }
    }
    Figure.print("mixers." + name + ".ms", Median.of(ours), "ms");
    Figure.print("mixers." + name + ".growth", Median.of(growths), "x");
    if (peer.isPresent()) {
      Figure.print("mixers." + name + ".ratio", Median.of(ratios), "x");
      Figure.print("mixers." + name + ".256.ratio", Median.of(briefRatios), "x");
    }
  }

  private static StepShape shape(String name, int length, int batch) {
    return new StepShape("mixer:" + name, 128, 2, length, batch, 64);
  }

  private static double median(StepShape shape) throws IOException, InterruptedException {
    String printed = TimedProcess.run(StepBench.ourCommand(shape, STEPS));
    return TimedProcess.figure(TimedProcess.MEDIAN, printed);
  }

  private static double millis(List<String> command) throws IOException, InterruptedException {
    return TimedProcess.figure(TimedProcess.MEAN, TimedProcess.run(command));
  }
}
