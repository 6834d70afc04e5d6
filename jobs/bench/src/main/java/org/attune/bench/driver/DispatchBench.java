package org.attune.bench.driver;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;
import org.attune.api.search.Search;
import org.attune.api.trial.TrialWork;
import org.attune.bench.search.ObjectiveFunction;
import org.attune.sweeps.spec.SweepSpec;

/**
 * Measures the cost of a trial that does nothing: messages, journal, envelope and tables on {@code
 * local[2]}. The figure is the wall time of a whole sweep over its number of trials. Stderr shows,
 * for comparison, the cost of an empty Spark task and of an empty one-task Spark job in the same
 * process.
 */
public final class DispatchBench {

  private static final int TRIALS = 10_000;
  private static final int WARM_UP = 2_000;
  private static final int SLOTS = 2;

  private DispatchBench() {}

  /** Runs the benchmark. */
  public static void run() throws Exception {
    try (LocalSweeps sweeps = new LocalSweeps("bench dispatch", SLOTS)) {
      System.err.printf("an empty Spark task costs %.2f ms%n", task(sweeps.spark()));
      System.err.printf("an empty Spark job costs %.2f ms%n", job(sweeps.spark()));
      run(sweeps, WARM_UP, false); // warms up the measured code
      print("static", run(sweeps, TRIALS, false));
      print("adaptive", run(sweeps, TRIALS, true));
    }
  }

  /** The cost of a trial, in ms. */
  private record Cost(double wall, double processor) {}

  private static void print(String name, Cost cost) {
    System.out.printf("dispatch.%s %.3f ms%n", name, cost.wall);
    System.err.printf("%s: %.3f ms of processor time a trial%n", name, cost.processor);
  }

  private static double task(JavaSparkContext spark) {
    int tasks = 2_000;
    List<Integer> rows = Collections.nCopies(tasks, 0);
    spark.parallelize(rows, tasks).foreach(row -> {});
    long since = System.nanoTime();
    spark.parallelize(rows, tasks).foreach(row -> {});
    return (System.nanoTime() - since) / 1e6 / tasks;
  }

  private static double job(JavaSparkContext spark) {
    int jobs = 100;
    long since = System.nanoTime();
    for (int i = 0; i < jobs; i++) {
      spark.parallelize(List.of(0), 1).foreach(row -> {});
    }
    return (System.nanoTime() - since) / 1e6 / jobs;
  }

  /** Runs a sweep of trials that do nothing. */
  private static Cost run(LocalSweeps sweeps, int trials, boolean adaptive) throws Exception {
    SweepSpec spec =
        LocalSweeps.spec(
            """
            sweep: dispatch
            axes: {number: {range: [0, %d], step: 1}}
            """
                .formatted(trials - 1));
    Search search = spec.newSearch(LocalSweeps.CATALOG);
    TrialWork nothing =
        (trial, reporter) -> new TrialWork.Result(Map.of(ObjectiveFunction.METRIC, 1.0), Map.of());
    long since = System.nanoTime();
    long cpu = Measured.processorNanos();
    sweeps.run(spec, adaptive ? new OneByOne(search, SLOTS) : search, nothing);
    return new Cost(
        (System.nanoTime() - since) / 1e6 / trials,
        (Measured.processorNanos() - cpu) / 1e6 / trials);
  }
}
