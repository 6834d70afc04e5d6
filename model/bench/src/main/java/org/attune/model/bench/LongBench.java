package org.attune.model.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.attune.model.ModelCatalog;
import org.attune.model.cpu.linear.Lanes;
import org.attune.model.engine.Natives;
import org.attune.model.layer.TrainingMemory;

/**
 * Times a training step over long sequences against one over short sequences with as many tokens.
 * It alternates the two step by step, on one thread of a process with a 2 GB heap. Width 256, 4
 * layers.
 *
 * <pre>LongBench [--rounds N]</pre>
 *
 * It prints the planned memory of the long training, and its time per FLOP relative to the short
 * one. A ratio of 1 means that length costs only its own arithmetic. Figures named {@code
 * long.recompute} are of the same training with {@code train.recompute}.
 */
public final class LongBench {

  private static final StepShape LONG = new StepShape("block", 256, 4, 4096, 1, 1024);
  private static final StepShape AGAIN = new StepShape("recomputed", 256, 4, 4096, 1, 1024);
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
      Figure.print("long.bytes", bytes(LONG), "GB");
      Figure.print("long.recompute.bytes", bytes(AGAIN), "GB");
      try (TimedStep far = new TimedStep(LONG);
          TimedStep again = new TimedStep(AGAIN);
          TimedStep near = new TimedStep(SHORT)) {
        List.of(far, again, near).forEach(step -> step.run(WARM_UP));
        Costs kept = new Costs();
        Costs recomputed = new Costs();
        double before = near.millis();
        for (int i = 0; i < rounds; i++) {
          double millis = far.millis();
          double between = near.millis();
          kept.add(millis, (before + between) / 2);
          millis = again.millis();
          before = near.millis();
          recomputed.add(millis, (between + before) / 2);
        }
        kept.print("long");
        recomputed.print("long.recompute");
      }
    }

    private static double bytes(StepShape shape) {
      return TrainingMemory.bytes(shape.settings(), shape.signature(), false) / GIGABYTE;
    }

    /** The time of a long step, and its time per FLOP over the short step's. */
    private static final class Costs {
      private final double share = flops(LONG) / flops(SHORT);
      private final List<Double> millis = new ArrayList<>();
      private final List<Double> costs = new ArrayList<>();

      void add(double took, double near) {
        millis.add(took);
        costs.add(took / near / share);
      }

      void print(String name) {
        Figure.print(name + ".ms", Median.of(millis), "ms");
        Figure.print(name + ".cost", Median.of(costs), "x");
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
  }
}
