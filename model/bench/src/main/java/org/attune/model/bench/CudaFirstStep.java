package org.attune.model.bench;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.attune.model.Natives;
import org.attune.model.engine.Backends;
import org.attune.model.engine.DeviceBackend;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.DeviceShare;
import org.attune.model.engine.Precision;

/**
 * Times the small shape's first step on a GPU, in its own process. It prints milliseconds from JVM
 * start until the GPU is open, and from then until the step is done.
 */
public final class CudaFirstStep {

  private CudaFirstStep() {}

  public static void main(String[] args) {
    Natives.selectFastest();
    Natives.useThreads(1);
    DeviceBackend<?> gpus = (DeviceBackend<?>) Backends.named("cuda");
    try (DeviceSession<?> session = gpus.open(DeviceShare.whole(0), Precision.FLOAT32)) {
      long open = System.nanoTime();
      long sinceStart = ManagementFactory.getRuntimeMXBean().getUptime();
      try (TimedStep step = new TimedStep(StepTimer.shapes().get(0), session)) {
        step.loss();
      }
      double millis = (System.nanoTime() - open) / 1e6;
      System.out.printf(Locale.ROOT, "open=%d first=%.1f%n", sinceStart, millis);
    }
  }
}
