package org.attune.bench.driver;

import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.attune.api.trial.TrialWork;
import org.attune.bench.search.ObjectiveFunction;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;

/**
 * Runs a thousand trials at a time; each sleeps, and reports every two seconds. That makes 500
 * results a second through the real path of messages, journal, force and clock, on {@code
 * local[1000]}. The figure is the wall time of the whole sweep over the time that one trial sleeps.
 * The wall time includes the start of the slots and the last tables.
 */
public final class ConcurrencyBench {

  private static final int TRIALS = 1_000;
  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final int REPORTS = 50;

  private ConcurrencyBench() {}

  /** Runs the benchmark. */
  public static void run() throws Exception {
    SweepSpec spec =
        LocalSweeps.spec(
            """
            sweep: concurrency
            axes: {number: {range: [1, %d], step: 1}}
            """
                .formatted(TRIALS));
    TrialWork sleeps = sleeper(PAUSE.toMillis());
    try (LocalSweeps sweeps = new LocalSweeps("bench concurrency", TRIALS)) {
      long since = System.nanoTime();
      SweepView end = sweeps.run(spec, spec.newSearch(LocalSweeps.CATALOG), sleeps);
      double seconds = Measured.secondsSince(since);
      if (end.counts().finished() != TRIALS || end.metrics().size() != TRIALS * REPORTS) {
        throw new IllegalStateException(end.counts() + ", " + end.metrics().size() + " reports");
      }
      double start =
          longest(end, attempt -> Duration.between(end.startedAt(), attempt.startedAt()));
      double longest =
          longest(end, trial -> Duration.between(trial.startedAt(), trial.endedAt().orElseThrow()));
      double ideal = PAUSE.multipliedBy(REPORTS).toMillis() / 1e3;
      System.out.printf("concurrency.ratio %.3f ratio%n", seconds / ideal);
      System.err.printf(
          "the last trial began after %.1f s; the longest took %.1f s of which it slept %.0f; the"
              + " end took %.1f s%n",
          start, longest, ideal, seconds - start - longest);
    }
  }

  /**
   * A lambda that captures only its parameters; Spark could not serialize one that held this class.
   */
  private static TrialWork sleeper(long millis) {
    return (trial, reporter) -> {
      for (int step = 1; step <= REPORTS; step++) {
        Thread.sleep(millis);
        reporter.report(step, Map.of(ObjectiveFunction.METRIC, 1.0 / step));
      }
      return new TrialWork.Result(Map.of(ObjectiveFunction.METRIC, 0.0), Map.of());
    };
  }

  /** The longest of a time of each attempt, in seconds. */
  private static double longest(SweepView end, Function<Attempt, Duration> time) {
    return end.settledAttempts().stream()
        .mapToDouble(trial -> time.apply(trial.attempt()).toMillis() / 1e3)
        .max()
        .orElseThrow();
  }
}
