package org.attune.model.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.attune.model.ModelCatalog;
import org.attune.model.Natives;
import org.attune.model.cpu.linear.Lanes;
import org.attune.model.layer.TrainingMemory;

/**
 * Times a training step over long sequences against one over short sequences with as many tokens.
 * It alternates the two step by step, on one thread of a process with a 2 GB heap. Width 256, 4
 * layers.
 *
 * <pre>LongBench [--rounds N]</pre>
 *
 * It prints the planned memory of the long training, and its time per FLOP relative to the short
 * one. A ratio of 1 means that length costs only its own arithmetic.
 */
public final class LongBench {

  private static final StepShape LONG = new StepShape("block", 256, 4, 4096, 1, 1024);
  private static final StepShape SHORT = new StepShape("block", 256, 4, 256, 16, 1024);
  private static final String HEAP = "-Xmx2g";
  private static final int WARM_UP = 6; // steps
  private static final double GIGABYTE = 1e9;

  private LongBench() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    List<String> options = new ArrayList<>(List.of(HEAP));
    if (Lanes.available()) {
      options.add("--add-modules=jdk.incubator.vector");
    }
    List<String> command = OwnJava.command(InTurn.class, options, List.of(args));
    int exit =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start()
            .waitFor();
    if (exit != 0) {
      throw new IOException("Exit " + exit + " of a training with " + HEAP);
    }
  }

  /** The main class of the separate process. */
  static final class InTurn {
    public static void main(String[] args) {
      Natives.selectFastest();
      Natives.useThreads(1);
      int rounds = Options.of(args).rounds(5);
      long bytes = TrainingMemory.bytes(LONG.settings(), LONG.signature(), false);
      print("long.bytes", bytes / GIGABYTE, "GB");
      try (TimedStep far = new TimedStep(LONG);
          TimedStep near = new TimedStep(SHORT)) {
        for (int i = 0; i < WARM_UP; i++) {
          far.loss();
          near.loss();
        }
        double share = flops(LONG) / flops(SHORT);
        List<Double> millis = new ArrayList<>();
        List<Double> costs = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
          double before = near.millis();
          millis.add(far.millis());
          double after = near.millis();
          costs.add(millis.get(i) / ((before + after) / 2) / share);
        }
        print("long.ms", Median.of(millis), "ms");
        print("long.cost", Median.of(costs), "x");
      }
    }

    /** Operations of a step; attention's products count only their causal part. */
    private static double flops(StepShape shape) {
      return new ModelCatalog()
          .cost(
              shape
                  .settings()
                  .with("task", "text")
                  .with("task.length", Integer.toString(shape.length()))
                  .with("task.tokens", "bpe")
                  .with("task.tokens.vocabulary", Integer.toString(shape.vocabulary()))
                  .with("train.batch", Integer.toString(shape.batch())))
          .flopsPerStep();
    }

    private static void print(String figure, double value, String unit) {
      System.out.printf(Locale.ROOT, "%s %.2f %s%n", figure, value, unit);
    }
  }
}
