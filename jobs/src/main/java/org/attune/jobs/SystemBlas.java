package org.attune.jobs;

import java.util.List;

/**
 * Keeps the machine's BLAS, LAPACK and ARPACK out of a JVM. Spark's netlib loads them where it
 * finds them, and a BLAS of the machine's beside ND4J's OpenBLAS ends the process (SIGSEGV).
 *
 * <p>netlib asks for a library by a property's value; it falls back to Java where none has that
 * name. A value that the user gave stands.
 */
final class SystemBlas {

  private static final String NO_LIBRARY = "nothing";

  private static final List<String> PROPERTIES =
      List.of(
          "dev.ludovic.netlib.blas.nativeLib",
          "dev.ludovic.netlib.lapack.nativeLib",
          "dev.ludovic.netlib.arpack.nativeLib");

  private SystemBlas() {}

  /** Keeps them out of this JVM; call it before anything of Spark's computes. */
  static void keepOut() {
    PROPERTIES.stream()
        .filter(property -> System.getProperty(property) == null)
        .forEach(property -> System.setProperty(property, NO_LIBRARY));
  }

  /** The options of another JVM, with those that keep them out of it. */
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
