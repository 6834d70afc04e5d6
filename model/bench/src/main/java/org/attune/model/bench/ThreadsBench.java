package org.attune.model.bench;

import java.util.ArrayList;
import java.util.List;
import org.attune.model.engine.Natives;

/**
 * How much faster a training step is on two threads than on one. Steps on one thread and on two
 * take turns, because the speed of a machine drifts.
 *
 * <pre>ThreadsBench [--rounds N]</pre>
 *
 * For the small and the large step it prints the milliseconds on two threads ({@code .ms}), and the
 * time on one thread over the time on two ({@code .ratio}).
 */
public final class ThreadsBench {

  private static final int WARM_UP = 12; // steps
  private static final int STEPS = 20; // of each, in a round

  /** The large step takes about as long as this many small ones. */
  private static final int SMALL_PER_LARGE = 5;

  private ThreadsBench() {}

  public static void main(String[] args) {
    Natives.selectFastest();
    int rounds = Options.of(args).rounds(5);
    measure("small", StepShape.SMALL, rounds, STEPS);
    measure("large", StepShape.LARGE, rounds, STEPS / SMALL_PER_LARGE);
  }

  private static void measure(String name, StepShape shape, int rounds, int steps) {
    try (TimedStep one = onThreads(1, shape);
        TimedStep two = onThreads(2, shape)) {
      List<Double> ratios = new ArrayList<>();
      List<Double> millis = new ArrayList<>();
      for (int i = 0; i < rounds * steps; i++) {
        double before = one.millis();
        millis.add(two.millis());
        double after = one.millis();
        ratios.add((before + after) / 2 / millis.get(i));
      }
      Figure.print("threads." + name + ".ms", Median.of(millis), "ms");
      Figure.print("threads." + name + ".ratio", Median.of(ratios), "x");
    }
  }

  /** A warmed-up network that computes on a number of threads. */
  private static TimedStep onThreads(int threads, StepShape shape) {
    Natives.useThreads(threads);
    TimedStep step = new TimedStep(shape);
    step.run(WARM_UP);
    return step;
  }
}
