package org.attune.model.bench;

import java.util.ArrayList;
import java.util.List;
import org.attune.model.Natives;

/**
 * Compares a training step of one trial on two threads with one on one thread, step by step in
 * turn.
 *
 * <pre>ThreadsBench [--rounds N]</pre>
 *
 * It prints the time on one thread over the time on two, for the small and the large step.
 */
public final class ThreadsBench {

  private static final int WARM_UP = 12; // steps
  private static final int STEPS = 20; // of each, in a round
  private static final int STEPS_PER_LARGE =
      5; // the number of small steps that count as a large one

  private ThreadsBench() {}

  public static void main(String[] args) {
    Natives.selectFastest();
    int rounds = Options.of(args).rounds(5);
    measure("small", StepTimer.shapes().get(0), rounds, STEPS);
    measure("large", StepTimer.shapes().get(2), rounds, STEPS / STEPS_PER_LARGE);
  }

  private static void measure(String name, StepShape shape, int rounds, int steps) {
    try (TimedStep one = with(1, shape);
        TimedStep two = with(2, shape)) {
      List<Double> ratios = new ArrayList<>();
      List<Double> millis = new ArrayList<>();
      for (int i = 0; i < rounds * steps; i++) {
        double before = one.millis();
        millis.add(two.millis());
        ratios.add((before + one.millis()) / 2 / millis.get(i));
      }
      Figure.print("threads." + name + ".ms", Median.of(millis), "ms");
      Figure.print("threads." + name + ".ratio", Median.of(ratios), "x");
    }
  }

  /** A warmed-up network made for the given number of threads. */
  private static TimedStep with(int threads, StepShape shape) {
    Natives.useThreads(threads);
    TimedStep step = new TimedStep(shape);
    step.run(WARM_UP);
    return step;
  }
}
