package org.attune.model.bench;

import java.util.Arrays;
import java.util.Locale;
import org.attune.model.engine.Natives;

/**
 * Times Attune's training steps in its own process: a DL4J graph, Adam at 1e-3. As in the peer's
 * task, the second half of each sequence copies the first. It prints milliseconds per step, the
 * first and last losses, and the speed of matrix products before and after.
 */
public final class StepTimer {

  private static final int LEAST_WARM_UP = 12; // steps, enough to compile the loops

  private StepTimer() {}

  /**
   * Measures steps.
   *
   * @param args kind width layers length batch vocabulary steps
   */
  public static void main(String[] args) {
    Natives.selectFastest();
    Natives.useThreads(1);
    StepShape shape = StepShape.of(Arrays.asList(args));
    int steps = Integer.parseInt(args[6]);
    int warmUp = Math.max(LEAST_WARM_UP, steps);
    double roof = Roof.gflops();
    TimedStep timed = new TimedStep(shape);
    double first = 0;
    double last = 0;
    double[] millis = new double[steps];
    for (int step = -warmUp; step < steps; step++) {
      long start = System.nanoTime();
      last = timed.loss();
      if (step == -warmUp) {
        first = last;
      }
      if (step >= 0) {
        millis[step] = (System.nanoTime() - start) / 1e6;
      }
    }
    double mean = Arrays.stream(millis).average().orElseThrow();
    Arrays.sort(millis);
    roof = Math.max(roof, Roof.gflops());
    System.out.printf(
        Locale.ROOT,
        "attune %s loss %.3f -> %.3f params=%d ms_per_step=%.2f median=%.2f best=%.2f"
            + " roof_gflops=%.1f%n",
        String.join(" ", shape.arguments()),
        first,
        last,
        timed.parameters(),
        mean,
        millis[steps / 2],
        millis[0],
        roof);
  }
}
