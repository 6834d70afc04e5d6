package org.attune.jobs.session;

import java.util.List;

/**
 * Keeps the machine's BLAS, LAPACK and ARPACK out of a JVM. Spark's netlib loads them where it
 * finds them. A machine's BLAS beside ND4J's OpenBLAS crashes the process (SIGSEGV).
 *
 * <p>netlib reads a library's name from a property, and falls back to Java when no library has that
 * name. A property that the user set remains.
 */
public final class SystemBlas {

  private static final String NO_LIBRARY = "nothing";

  private static final List<String> PROPERTIES =
      List.of(
          "dev.ludovic.netlib.blas.nativeLib",
          "dev.ludovic.netlib.lapack.nativeLib",
          "dev.ludovic.netlib.arpack.nativeLib");

  private SystemBlas() {}

  /** Keeps the libraries out of this JVM. Call this method before any code of Spark computes. */
  public static void keepOut() {
    PROPERTIES.stream()
        .filter(property -> System.getProperty(property) == null)
        .forEach(property -> System.setProperty(property, NO_LIBRARY));
  }

  /** Adds to another JVM's options those that keep the libraries out. */
  static String keptOutOf(String options) {
    StringBuilder all = new StringBuilder(options.strip());
    for (String property : PROPERTIES) {
      if (!options.contains(property + "=")) {
        all.append(all.length() == 0 ? "" : " ");
        all.append("-D").append(property).append('=').append(NO_LIBRARY);
      }
    }
    return all.toString();
  }
}
