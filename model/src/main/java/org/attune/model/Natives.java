package org.attune.model;

import com.sun.jna.Library;
import com.sun.jna.Native;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.openblas.global.openblas;
import org.nd4j.linalg.factory.Nd4j;

/** The native libraries under ND4J: which build is loaded, and how many threads it uses. */
public final class Natives {

  private static final String EXTENSION = "org.bytedeco.javacpp.platform.extension";
  private static final String BLAS = "org.bytedeco.openblas.load";
  private static final String MKL = "mkl_rt";
  private static final String CORE_TYPE = "OPENBLAS_CORETYPE";
  private static final List<String> AVX_512 =
      List.of(" avx512f ", " avx512dq ", " avx512cd ", " avx512bw ", " avx512vl ");
  private static final Path PROCESSOR = Path.of("/proc/cpuinfo");

  private Natives() {}

  /** What the system's C library offers to change the environment of this process. */
  private interface Environment extends Library {
    int setenv(String name, String value, int overwrite);
  }

  /**
   * Selects ND4J's AVX2 build where the processor and the class path have it, MKL in place of
   * OpenBLAS where the build brings it (Linux, x86-64), and OpenBLAS's AVX-512 kernels on
   * processors that have the instructions: it takes those younger than itself for older ones, which
   * makes products a fifth slower on AMD's Zen 4 and four times on Intel's Emerald Rapids. Call it
   * before anything of ND4J is touched in a JVM; later calls and other processors are left as they
   * are, and so is what the user has set.
   */
  public static void selectFastest() {
    String processor = processor();
    if (System.getProperty(EXTENSION) == null && processor.contains(" avx2 ") && bringsAvx2()) {
      System.setProperty(EXTENSION, "-avx2");
    }
    if (System.getProperty(BLAS) == null && bringsMkl()) {
      System.setProperty(BLAS, MKL);
    }
    if (System.getenv(CORE_TYPE) == null && hasAvx512(processor)) {
      setEnvironment(CORE_TYPE, "SkylakeX");
    }
  }

  /**
   * Sets how many threads matrix products use, in this JVM. One per trial gives the same digits on
   * every run and leaves the other cores to other trials.
   */
  public static void useThreads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("Invalid threads: " + threads + " (at least 1)");
    }
    Nd4j.getEnvironment().setMaxThreads(threads);
    Nd4j.getEnvironment().setMaxMasterThreads(threads);
    openblas.blas_set_num_threads(threads);
  }

  private static void setEnvironment(String name, String value) {
    try {
      Native.loadLibrary("c", Environment.class).setenv(name, value, 0);
    } catch (LinkageError e) {
      // no such library here: OpenBLAS's own choice is slower, not wrong
    }
  }

  /** What Linux says of the processor; empty elsewhere, where the plain builds run. */
  private static String processor() {
    try {
      return Files.isReadable(PROCESSOR) ? Files.readString(PROCESSOR) : "";
    } catch (IOException e) {
      return "";
    }
  }

  private static boolean hasAvx512(String processor) {
    return AVX_512.stream().allMatch(processor::contains);
  }

  private static boolean bringsMkl() {
    return Natives.class.getResource("/org/bytedeco/mkl/linux-x86_64/libmkl_rt.so.2") != null;
  }

  private static boolean bringsAvx2() {
    return Natives.class.getResource(
            "/org/nd4j/linalg/cpu/nativecpu/bindings/linux-x86_64-avx2/libjnind4jcpu.so")
        != null;
  }
}
