package org.attune.model.bench;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import org.attune.model.engine.Backends;
import org.attune.model.engine.DeviceBackend;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.DeviceShare;
import org.attune.model.engine.Natives;
import org.attune.model.engine.Precision;

/**
 * Times a shape's first step on a GPU, in its own process. It prints the milliseconds from JVM
 * start until the GPU is open, and those from then until the step is done.
 */
public final class CudaFirstStep {

  private CudaFirstStep() {}

  /**
   * Measures a first step on a GPU.
   *
   * @param args nothing for the small shape, or: kind width layers length batch vocabulary
   */
  public static void main(String[] args) {
    StepShape shape = args.length == 0 ? StepShape.SMALL : StepShape.of(Arrays.asList(args));
    Natives.selectFastest();
    Natives.useThreads(1);
    DeviceBackend<?> gpus = (DeviceBackend<?>) Backends.named("cuda");
    try (DeviceSession<?> session = gpus.open(DeviceShare.whole(0), Precision.FLOAT32)) {
      long open = System.nanoTime();
      long sinceStart = ManagementFactory.getRuntimeMXBean().getUptime();
      try (TimedStep step = new TimedStep(shape, session)) {
        step.loss();
      }
      double millis = (System.nanoTime() - open) / 1e6;
      System.out.printf(Locale.ROOT, "open=%d first=%.1f%n", sinceStart, millis);
    }
  }
}
