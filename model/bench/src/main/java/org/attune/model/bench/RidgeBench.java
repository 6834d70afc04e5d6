package org.attune.model.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.attune.model.attention.Place;
import org.attune.model.attention.reading.ByScores;
import org.attune.model.attention.weights.SoftmaxWeights;
import org.attune.model.engine.Natives;
import org.attune.model.primitive.Lambda;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Ridge;
import org.attune.model.program.Init;
import org.attune.model.program.Value;

/**
 * Times ridge attention over sets on one thread, in float32. It compares forward and backward with
 * PyTorch, and forward with softmax attention of the same size.
 *
 * <p>It prints {@code ridge.small.ms} and {@code ridge.large.ms}: 128 heads of 64 keys of width 32,
 * and of 256 keys of width 64. With a peer it prints {@code ridge.small.ratio} and {@code
 * ridge.large.ratio}: the peer's time over ours, run alternately. {@code ridge.attention.max} is
 * the largest ratio of ridge's forward time to attention's, over keys and widths of 32 to 512.
 */
public final class RidgeBench {

  private static final int BATCH = 32;
  private static final int HEADS = 4;
  private static final int WARM_UP = 20;
  private static final int REPEATS = 60; // compared with the peer
  private static final int FEW = 15; // in the table of ratios
  private static final int ROUNDS = 5;
  private static final int[] SIZES = {32, 64, 128, 256, 512};
  private static final long LARGEST = 1L << 21; // elements of a matrix in the table of ratios

  private RidgeBench() {}

  /** {@code [--peer DIR] [--rounds N]}: the folder of the peer's {@code run} script. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Natives.selectFastest();
    Natives.useThreads(1);
    Options options = Options.of(arguments);
    Optional<Path> peer = options.peer();
    int rounds = options.rounds(ROUNDS);
    against(peer, rounds, "small", 64, 32);
    against(peer, rounds, "large", 256, 64);
    Figure.print("%.3f", "ridge.attention.max", largestRatio(), "x");
  }

  private static void against(Optional<Path> peer, int rounds, String size, int keys, int width)
      throws IOException, InterruptedException {
    List<Double> ours = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      try (Replayed ridge = ridge(BATCH, keys, width)) {
        ours.add(median(ridge, REPEATS, true));
      }
      if (peer.isPresent()) {
        ratios.add(peerTime(peer.get(), keys, width) / ours.get(round));
      }
    }
    Figure.print("%.3f", "ridge." + size + ".ms", Median.of(ours), "ms");
    if (peer.isPresent()) {
      Figure.print("%.3f", "ridge." + size + ".ratio", Median.of(ratios), "x");
    }
  }

  private static double largestRatio() {
    double most = 0;
    for (int keys : SIZES) {
      for (int width : SIZES) {
        int batch = (int) Math.max(1, Math.min(BATCH, LARGEST / ((long) keys * width * HEADS)));
        try (Replayed ridge = ridge(batch, keys, width);
            Replayed attention = attention(batch, keys, width)) {
          double ratio = median(ridge, FEW, false) / median(attention, FEW, false);
          System.err.printf(Locale.ROOT, "keys %d, width %d: %.2f x%n", keys, width, ratio);
          most = Math.max(most, ratio);
        }
      }
    }
    return most;
  }

  private static double peerTime(Path peer, int keys, int width)
      throws IOException, InterruptedException {
    List<Object> arguments = List.of("ridge", HEADS * width, 0, keys, BATCH, 0, REPEATS);
    List<String> command = new ArrayList<>();
    command.add(peer.resolve("run").toAbsolutePath().toString());
    arguments.forEach(argument -> command.add(argument.toString()));
    return TimedProcess.figure(TimedProcess.MEAN, TimedProcess.run(command));
  }

  private static Replayed ridge(int batch, int keys, int width) {
    return replayed(
        batch, keys, width, (q, k, v) -> Ridge.ridge(q, k, v, HEADS, Lambda.fixed(1), 1));
  }

  private static Replayed attention(int batch, int keys, int width) {
    Place place = new Place(HEADS * width, HEADS, 0, 1, Mask.NONE);
    ByScores softmax = new ByScores(List.of(), new SoftmaxWeights(), List.of());
    return replayed(batch, keys, width, (q, k, v) -> softmax.read(q, k, v, place));
  }

  private interface Reading {
    Value of(Value q, Value k, Value v);
  }

  private static Replayed replayed(int batch, int keys, int width, Reading reading) {
    return new Replayed(
        batch,
        p -> {
          Value[] each = new Value[3];
          for (int i = 0; i < each.length; i++) {
            each[i] =
                p.parameter("qkv".substring(i, i + 1), Init.normal(1), batch * keys, HEADS * width);
          }
          return reading.of(each[0], each[1], each[2]);
        });
  }

  /** The median of some runs, in milliseconds. */
  private static double median(Replayed program, int repeats, boolean backward) {
    List<Double> times = new ArrayList<>();
    for (int i = -WARM_UP; i < repeats; i++) {
      long start = System.nanoTime();
      program.forward();
      if (backward) {
        program.backward();
      }
      if (i >= 0) {
        times.add((System.nanoTime() - start) / 1e6);
      }
    }
    return Median.of(times);
  }
}
