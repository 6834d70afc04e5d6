package org.attune.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.io.FileUtils;
import org.attune.jobs.archive.SyntheticSweep;

/**
 * Measures how long {@code attune sql} takes in a new process, from start to exit. The real writer
 * writes the tables. One query groups {@code results} of 30,000 trials with a million metric rows
 * ({@code query.cold}); the other does so over a folder of 1,000 sweeps ({@code query.folder}).
 */
final class QueryBench {

  private static final SyntheticSweep LARGE = new SyntheticSweep("large", 30_000, 17, 40);
  private static final int SWEEPS = 1_000;
  private static final int TRIALS_OF_EACH = 8;
  static final int ROUNDS = 3; // where the user names no number
  private static final String QUERY =
      "select gate, count(*) n, avg(validation_loss) from results group by gate order by gate";

  private QueryBench() {}

  /**
   * Measures both queries.
   *
   * @param program this program, which answers the queries
   * @param rounds number of runs of each query; the figures are medians
   * @throws IOException if tables cannot be written, or a query fails
   */
  static void run(OwnProgram program, int rounds) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("attune-query");
    try {
      Path large = folder.resolve("large");
      LARGE.publish(large);
      measure(program, "query.cold", large, LARGE.trials(), rounds);
      Path many = folder.resolve("many");
      for (int i = 0; i < SWEEPS; i++) {
        String name = "sweep-" + i;
        new SyntheticSweep(name, TRIALS_OF_EACH, 2, 1).publish(many.resolve(name));
      }
      measure(program, "query.folder", many, SWEEPS * TRIALS_OF_EACH, rounds);
    } finally {
      FileUtils.deleteDirectory(folder.toFile());
    }
  }

  private static void measure(
      OwnProgram program, String figure, Path directory, int trials, int rounds)
      throws IOException, InterruptedException {
    List<Double> seconds = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      seconds.add(ask(program, directory, trials));
      System.err.printf("%s: %.2f s%n", figure, seconds.get(i));
    }
    seconds.sort(Comparator.naturalOrder());
    System.out.printf("%s %.2f s%n", figure, seconds.get(seconds.size() / 2));
  }

  private static double ask(OwnProgram program, Path directory, int trials)
      throws IOException, InterruptedException {
    Path answer = Files.createTempFile("attune-query", ".csv");
    try {
      double seconds =
          OwnProgram.secondsToRun(
              command(program, directory), ProcessBuilder.Redirect.to(answer.toFile()));
      List<String> lines = Files.readAllLines(answer);
      String each = "," + trials / SyntheticSweep.GATES.size() + ",";
      boolean right =
          lines.size() == 1 + SyntheticSweep.GATES.size()
              && lines.stream().skip(1).allMatch(line -> line.contains(each));
      if (!right) {
        throw new IOException("Wrong answer: " + lines);
      }
      return seconds;
    } finally {
      Files.delete(answer);
    }
  }

  /**
   * The launcher {@code ./attune} if it started this process; else this JVM with the launcher's
   * options.
   */
  private static List<String> command(OwnProgram program, Path directory) {
    List<String> query = List.of("sql", "--out", directory.toString(), "--format", "csv", QUERY);
    String launcher = System.getProperty("attune.launcher");
    if (launcher == null) {
      return program.command(
          List.of("-XX:TieredStopAtLevel=1", "-XX:-UseParallelGC", "-XX:+UseSerialGC"), query);
    }
    List<String> command = new ArrayList<>(List.of(launcher));
    command.addAll(query);
    return command;
  }
}
