package org.attune.model.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.openblas.global.openblas;
import org.nd4j.linalg.factory.Nd4j;

/** Chooses ND4J's native build and the number of threads it uses. */
public final class Natives {

  private static final String EXTENSION = "org.bytedeco.javacpp.platform.extension";
  private static final Path PROCESSOR = Path.of("/proc/cpuinfo");

  private Natives() {}

  /**
   * Selects ND4J's AVX2 build if the processor supports it and the class path contains it. Call it
   * before anything in the JVM uses ND4J; later calls have no effect. It does not override the
   * user's own choice.
   */
  public static void selectFastest() {
    if (System.getProperty(EXTENSION) == null && processor().contains(" avx2 ") && bringsAvx2()) {
      System.setProperty(EXTENSION, "-avx2");
    }
  }

  /**
   * Sets the number of threads for training in this JVM. They run parts of a batch in parallel, and
   * work inside native libraries. The same number of threads gives the same digits on every run.
   */
  public static void useThreads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("Invalid threads: " + threads + " (at least 1)");
    }
    Nd4j.getEnvironment().setMaxThreads(threads);
    Nd4j.getEnvironment().setMaxMasterThreads(threads);
    openblas.blas_set_num_threads(threads);
    Threads.use(threads);
  }

  /**
   * Returns Linux's description of the processor; empty on other systems, which use the plain
   * builds.
   */
  private static String processor() {
    try {
      return Files.isReadable(PROCESSOR) ? Files.readString(PROCESSOR) : "";
    } catch (IOException e) {
      return "";
    }
  }

  private static boolean bringsAvx2() {
    return Natives.class.getResource(
            "/org/nd4j/linalg/cpu/nativecpu/bindings/linux-x86_64-avx2/libjnind4jcpu.so")
        != null;
  }
}
