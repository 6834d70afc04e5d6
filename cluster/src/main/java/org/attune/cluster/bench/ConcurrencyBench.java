package org.attune.cluster.bench;

import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import org.attune.api.trial.TrialWork;
import org.attune.sweeps.spec.SpecException;
import org.attune.sweeps.spec.SpecFile;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.AttemptOf;
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

  /** Runs the benchmark; the argument is the number of reports per trial. */
  public static void main(String[] arguments) throws Exception {
    int reports = arguments.length == 0 ? REPORTS : Integer.parseInt(arguments[0]);
    SweepSpec spec = spec();
    TrialWork sleeps = sleeper(PAUSE.toMillis(), reports);
    try (LocalSweeps sweeps = new LocalSweeps("attune bench concurrency", TRIALS)) {
      long since = System.nanoTime();
      SweepView end = sweeps.run(spec, spec.newSearch(LocalSweeps.CATALOG), sleeps);
      double seconds = (System.nanoTime() - since) / 1e9;
      require(end, reports);
      double ideal = PAUSE.multipliedBy(reports).toMillis() / 1e3;
      System.out.printf(Locale.ROOT, "concurrency.ratio %.3f ratio%n", seconds / ideal);
      System.err.printf(
          Locale.ROOT,
          "the last trial began after %.1f s; the longest took %.1f s of which it slept %.0f; the"
              + " end took %.1f s%n",
          start(end),
          longest(end),
          ideal,
          seconds - start(end) - longest(end));
    }
  }

  /**
   * A lambda that captures only its parameters; Spark could not serialize one that held this class.
   */
  private static TrialWork sleeper(long millis, int reports) {
    return (trial, reporter) -> {
      for (int step = 1; step <= reports; step++) {
        Thread.sleep(millis);
        reporter.report(step, Map.of("loss", 1.0 / step));
      }
      return new TrialWork.Result(Map.of("loss", 0.0), Map.of());
    };
  }

  /** Checks that the state has every report, and that every trial finished. */
  private static void require(SweepView end, int reports) {
    if (end.counts().finished() != TRIALS || end.metrics().size() != TRIALS * reports) {
      throw new IllegalStateException(
          "%s, and %d of %d reports"
              .formatted(end.counts(), end.metrics().size(), TRIALS * reports));
    }
  }

  /** Seconds from the sweep's start to the start of its last trial. */
  private static double start(SweepView end) {
    return end.settledAttempts().stream()
        .map(attempt -> Duration.between(end.startedAt(), attempt.attempt().startedAt()))
        .max(Comparator.naturalOrder())
        .map(ConcurrencyBench::seconds)
        .orElseThrow();
  }

  private static double longest(SweepView end) {
    return end.settledAttempts().stream()
        .map(AttemptOf::attempt)
        .map(attempt -> Duration.between(attempt.startedAt(), attempt.endedAt().orElseThrow()))
        .max(Comparator.naturalOrder())
        .map(ConcurrencyBench::seconds)
        .orElseThrow();
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1e3;
  }

  private static SweepSpec spec() throws SpecException {
    return SpecFile.read(
        "concurrency.yaml",
        """
        sweep: concurrency
        objective: {metric: loss, goal: minimize}
        axes: {number: {range: [1, %d], step: 1}}
        """
            .formatted(TRIALS),
        Map.of(),
        LocalSweeps.CATALOG);
  }
}
