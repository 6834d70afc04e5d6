package org.attune.model.bench;

import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.CausalAttention.causalAttention;
import static org.attune.model.primitive.CrossEntropy.crossEntropy;
import static org.attune.model.primitive.HeadMixing.headMixing;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.Ridge.ridge;
import static org.attune.model.primitive.RmsNorm.rmsNorm;
import static org.attune.model.primitive.ScoreConvolution.scoreConvolution;
import static org.attune.model.primitive.Softmax.softmax;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.attune.model.engine.Natives;
import org.attune.model.primitive.Lambda;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Pointwise;
import org.attune.model.primitive.Scores;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Times the kernels of a training step one by one, with JMH, on one thread. Each runs forward and
 * backward over the part of a batch that a step handles at once: 4 sequences of 64 tokens, width
 * 128, 4 heads.
 *
 * <p>It first times the products of a step in Java against OpenBLAS's ({@link ProductBench}).
 *
 * <p>It prints {@code kernels.<name>} in microseconds. For matrix products it also prints {@code
 * kernels.<name>.gflops}, beside {@code kernels.roof.gflops}. Kernels that work on scores are timed
 * together with the product that makes them; {@code kernels.scores} times that product alone.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class KernelBench {

  private static final int BATCH = 4;
  private static final int LENGTH = 64;
  private static final int WIDTH = 128;
  private static final int HEADS = 4;
  private static final int VOCABULARY = 64;
  private static final int ROWS = BATCH * LENGTH;
  private static final double EPSILON = 1e-6;
  private static final String PRODUCT = "matmul";

  /** {@code matmul-KxN}: rows of K columns times a K x N matrix. */
  @Param({
    "matmul-128x384",
    "matmul-128x128",
    "matmul-128x512",
    "matmul-512x128",
    "matmul-128x64",
    "causal-attention",
    "scores",
    "softmax",
    "score-convolution",
    "head-mixing",
    "gelu",
    "rms-norm",
    "cross-entropy",
    "ridge"
  })
  public String kernel;

  private Replayed replayed;

  /** Prints one line per figure. */
  public static void main(String[] arguments) throws RunnerException {
    Natives.selectFastest();
    Natives.useThreads(1);
    Options options =
        new OptionsBuilder()
            .include(KernelBench.class.getName())
            .forks(1)
            .warmupIterations(2)
            .warmupTime(TimeValue.milliseconds(500))
            .measurementIterations(3)
            .measurementTime(TimeValue.milliseconds(500))
            .build();
    System.out.printf(Locale.ROOT, "kernels.roof.gflops %.1f GFLOP/s%n", Roof.gflops());
    ProductBench.print();
    for (RunResult result : quietly(options)) {
      String name = result.getParams().getParam("kernel");
      double micros = result.getPrimaryResult().getScore();
      System.out.printf(Locale.ROOT, "kernels.%s %.1f us%n", name, micros);
      if (name.startsWith(PRODUCT)) {
        System.out.printf(
            Locale.ROOT, "kernels.%s.gflops %.1f GFLOP/s%n", name, flops(name) / micros / 1e3);
      }
    }
  }

  /** Runs JMH without its log on standard output, where only figures belong. */
  private static Iterable<RunResult> quietly(Options options) throws RunnerException {
    var figures = System.out;
    System.setOut(System.err);
    try {
      return new Runner(options).run();
    } finally {
      System.setOut(figures);
    }
  }

  @Setup
  public void describe() {
    Natives.selectFastest();
    Natives.useThreads(1);
    replayed = new Replayed(BATCH, this::described);
  }

  @Benchmark
  public void forwardAndBackward() {
    replayed.forward();
    replayed.backward();
  }

  @TearDown
  public void close() {
    replayed.close();
  }

  private Value described(Program p) {
    return switch (kernel) {
      case "causal-attention" ->
          causalAttention(rows(p, "q"), rows(p, "k"), rows(p, "v"), HEADS, 0.2);
      case "scores" -> scores(p);
      case "softmax" -> softmax(scores(p), Mask.CAUSAL);
      case "score-convolution" ->
          scoreConvolution(scores(p), matrix(p, "theta", HEADS, 6 * 11), 6, 11);
      case "head-mixing" -> headMixing(scores(p), matrix(p, "mixing", HEADS, HEADS));
      case "gelu" -> apply(Pointwise.GELU, matrix(p, "x", ROWS, 4 * WIDTH));
      case "rms-norm" -> rmsNorm(rows(p, "x"), matrix(p, "gain", 1, WIDTH), EPSILON);
      case "cross-entropy" ->
          crossEntropy(
              matrix(p, "logits", ROWS, VOCABULARY),
              p.tokens("labels", LENGTH),
              p.input("weights", LENGTH, 1, false));
      case "ridge" -> ridge(rows(p, "q"), rows(p, "k"), rows(p, "v"), HEADS, Lambda.fixed(1), 1);
      default -> {
        int[] sizes = sizes(kernel);
        yield matmul(matrix(p, "x", ROWS, sizes[0]), matrix(p, "w", sizes[0], sizes[1]));
      }
    };
  }

  private static Value scores(Program p) {
    return Scores.scores(rows(p, "q"), rows(p, "k"), HEADS, 0.2);
  }

  private static Value rows(Program p, String name) {
    return matrix(p, name, ROWS, WIDTH);
  }

  private static Value matrix(Program p, String name, int rows, int columns) {
    return p.parameter(name, Init.normal(1), rows, columns);
  }

  private static int[] sizes(String name) {
    String[] sizes = name.substring(PRODUCT.length() + 1).split("x");
    return new int[] {Integer.parseInt(sizes[0]), Integer.parseInt(sizes[1])};
  }

  /** Operations of a product and its two adjoint products. */
  private static double flops(String name) {
    int[] sizes = sizes(name);
    return 3 * 2.0 * ROWS * sizes[0] * sizes[1];
  }
}
