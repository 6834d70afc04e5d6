package org.attune.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.attune.model.engine.Threads;
import org.bytedeco.openblas.global.openblas;
import org.nd4j.linalg.factory.Nd4j;

/** The native libraries under ND4J: which build is loaded, and how many threads it uses. */
public final class Natives {

  private static final String EXTENSION = "org.bytedeco.javacpp.platform.extension";
  private static final Path PROCESSOR = Path.of("/proc/cpuinfo");

  private Natives() {}

  /**
   * Selects ND4J's AVX2 build where the processor and the class path have it. Call it before
   * anything of ND4J is touched in a JVM; later calls and other processors are left as they are,
   * and so is what the user has set.
   */
  public static void selectFastest() {
    if (System.getProperty(EXTENSION) == null && processor().contains(" avx2 ") && bringsAvx2()) {
      System.setProperty(EXTENSION, "-avx2");
    }
  }

  /**
   * Sets how many threads a training uses, in this JVM: for parts of a batch side by side, and
   * inside native libraries. As many threads give the same digits on every run.
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

  /** What Linux says of the processor; empty elsewhere, where the plain builds run. */
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
