package org.attune.jobs.session;

import dev.ludovic.netlib.arpack.ARPACK;
import dev.ludovic.netlib.blas.BLAS;
import dev.ludovic.netlib.lapack.LAPACK;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A program that takes what spark-mllib computes with, and prints which of the machine's libraries
 * it has then. With {@code as-attune} it does first what Attune's main class does.
 */
final class NetlibProbe {

  private static final String OF_THE_MACHINE = ".*/lib(?!netlib)[a-z]*(blas|lapack|arpack)[^/]*";

  private NetlibProbe() {}

  public static void main(String[] arguments) throws IOException {
    if (List.of(arguments).contains("as-attune")) {
      SystemBlas.keepOut();
    }
    double[] one = {1};
    BLAS.getInstance().dspr("U", 1, 1, one, 1, new double[1]);
    LAPACK.getInstance();
    ARPACK.getInstance();
    try (var maps = Files.lines(Path.of("/proc/self/maps"))) {
      maps.filter(line -> line.matches(OF_THE_MACHINE))
          .map(line -> line.substring(line.indexOf('/')))
          .distinct()
          .forEach(System.out::println);
    }
  }
}
