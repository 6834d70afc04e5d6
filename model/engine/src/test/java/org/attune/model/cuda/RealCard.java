package org.attune.model.cuda;

import java.util.Optional;
import org.attune.model.engine.Backends;
import org.attune.model.engine.DeviceBackend;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.DeviceShare;
import org.attune.model.engine.Precision;
import org.junit.jupiter.api.Assumptions;

/** This machine's first GPU. Tests that need it are skipped where there is none. */
public final class RealCard {

  private RealCard() {}

  /** Skips the test, and says why, unless there is a GPU. */
  public static void require() {
    Optional<String> problem = backend().problem();
    problem.ifPresent(p -> System.out.println("No test runs on a GPU: " + p));
    Assumptions.assumeTrue(problem.isEmpty(), () -> problem.orElse(""));
  }

  public static DeviceSession<?> open() {
    return open(Precision.FLOAT32, true);
  }

  static DeviceSession<?> open(Precision precision, boolean recorded) {
    return backend().open(DeviceShare.whole(0), precision, recorded);
  }

  private static DeviceBackend<?> backend() {
    return (DeviceBackend<?>) Backends.named("cuda");
  }
}
