package org.attune.model.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.attune.model.engine.Natives;

/**
 * Compares two concurrent trainings in one JVM, as slots run trials, with one alone. It does so too
 * for two loops of matrix products, which show the machine's limit: its cores share caches, memory
 * and clock.
 *
 * <pre>PairBench [--rounds N]</pre>
 *
 * It prints the throughput of two over that of one, for steps and for products, and the ratio of
 * the two figures. A ratio of 1 means that trainings disturb each other no more than products do.
 */
public final class PairBench {

  private static final int WARM_UP = 60; // steps
  private static final long NANOS = 1_500_000_000L; // of each measurement

  private PairBench() {}

  public static void main(String[] args) throws InterruptedException, ExecutionException {
    Natives.selectFastest();
    Natives.useThreads(1);
    int rounds = Options.of(args).rounds(5);
    StepShape shape = StepShape.SMALL;
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (TimedStep one = new TimedStep(shape);
        TimedStep two = new TimedStep(shape);
        Roof left = new Roof();
        Roof right = new Roof()) {
      List.of(one, two).forEach(step -> step.run(WARM_UP));
      List<Double> steps = new ArrayList<>();
      List<Double> products = new ArrayList<>();
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < rounds; i++) {
        products.add(gain(threads, left::multiply, right::multiply));
        steps.add(gain(threads, one::loss, two::loss));
        ratios.add(steps.get(i) / products.get(i));
        System.err.printf(
            Locale.ROOT, "steps %.3f, products %.3f%n", steps.get(i), products.get(i));
      }
      Figure.print("%.3f", "pair.steps", Median.of(steps), "x");
      Figure.print("%.3f", "pair.products", Median.of(products), "x");
      Figure.print("%.3f", "pair.ratio", Median.of(ratios), "x");
    } finally {
      threads.shutdown();
    }
  }

  /** The throughput of both at once over the mean throughput of each alone. */
  private static double gain(ExecutorService threads, Runnable one, Runnable two)
      throws InterruptedException, ExecutionException {
    double before = rate(threads, one);
    double both = rate(threads, one, two);
    return 2 * both / (before + rate(threads, two));
  }

  /** The total runs per second of some concurrent work. */
  private static double rate(ExecutorService threads, Runnable... all)
      throws InterruptedException, ExecutionException {
    List<Future<Double>> rates = new ArrayList<>();
    for (Runnable work : all) {
      rates.add(threads.submit(() -> rate(work)));
    }
    double sum = 0;
    for (Future<Double> rate : rates) {
      sum += rate.get();
    }
    return sum;
  }

  private static double rate(Runnable work) {
    long start = System.nanoTime();
    int done = 0;
    while (System.nanoTime() - start < NANOS) {
      work.run();
      done++;
    }
    return done * 1e9 / (System.nanoTime() - start);
  }
}
