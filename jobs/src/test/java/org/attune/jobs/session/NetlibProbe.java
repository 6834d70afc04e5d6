package org.attune.jobs.session;

import dev.ludovic.netlib.arpack.ARPACK;
import dev.ludovic.netlib.blas.BLAS;
import dev.ludovic.netlib.lapack.LAPACK;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.attune.jobs.Attune;

/**
 * A program that takes what spark-mllib computes with, and prints which of the machine's libraries
 * it has then. With {@code as-attune} it does so in a JVM whose main class is Attune's, at its end.
 */
final class NetlibProbe {

  private static final String OF_THE_MACHINE = ".*/lib(?!netlib)[a-z]*(blas|lapack|arpack)[^/]*";

  /** Before each library that the JVM has. */
  static final String LOADED = "loaded ";

  /** The last line. */
  static final String DONE = "looked";

  private NetlibProbe() {}

  public static void main(String[] arguments) throws Exception {
    if (List.of(arguments).contains("as-attune")) {
      Runtime.getRuntime().addShutdownHook(new Thread(NetlibProbe::print, "netlib"));
      Attune.main(new String[] {"--version"});
    } else {
      print();
    }
  }

  private static void print() {
    double[] one = {1};
    BLAS.getInstance().dspr("U", 1, 1, one, 1, new double[1]);
    LAPACK.getInstance();
    ARPACK.getInstance();
    try (var maps = Files.lines(Path.of("/proc/self/maps"))) {
      maps.filter(line -> line.matches(OF_THE_MACHINE))
          .map(line -> LOADED + line.substring(line.indexOf('/')))
          .distinct()
          .forEach(System.out::println);
      System.out.println(DONE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
