package org.attune.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;

/**
 * Measures what commands that people wait for take from start to exit, each in a new process of
 * {@code ./attune}: seconds, and seconds of processor time of all its threads ({@code
 * start.NAME.wall}, {@code start.NAME.cpu}). They read a small sweep that is run before.
 */
final class StartBench {

  private static final String SPEC = "sweeps/quickstart.yaml";
  static final int ROUNDS = 3; // where the user names no number

  /** Prints what the shell measures of a command, whose own output goes nowhere. */
  private static final String TIMED =
      "exec 5>&1; TIMEFORMAT='%R %U %S'; { time \"$@\" >/dev/null 2>&1 5>&-; } 2>&5";

  private static final int PARTS = 3;

  private StartBench() {}

  private record Taken(double wall, double processor) {}

  /**
   * @param rounds number of runs of each command; the figures are medians
   * @throws IOException if a command cannot be started or fails
   */
  static void run(int rounds) throws IOException, InterruptedException {
    String launcher =
        Optional.ofNullable(System.getProperty("attune.launcher"))
            .orElseThrow(
                () ->
                    new InputException(
                        "Cannot measure starts: run './attune bench start' in a checkout, as it"
                            + " measures ./attune itself."));
    Path folder = Files.createTempDirectory("attune-start");
    String out = folder.resolve("run").toString();
    try {
      time(
          List.of(
              launcher,
              "run",
              SPEC,
              "--out",
              out,
              "--set",
              "train.steps=30",
              "--set",
              "replicates=2"));
      awaitArchive(Path.of(launcher).resolveSibling("jobs").resolve("target"));
      for (Map.Entry<String, List<String>> command : commands(folder, out).entrySet()) {
        List<String> whole = new ArrayList<>(List.of(launcher));
        whole.addAll(command.getValue());
        List<Taken> taken = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
          taken.add(time(whole));
          System.err.printf(
              "start.%s: %.2f s, %.2f s of processor time%n",
              command.getKey(), taken.get(i).wall(), taken.get(i).processor());
        }
        print(command.getKey() + ".wall", taken.stream().mapToDouble(Taken::wall).toArray());
        print(command.getKey() + ".cpu", taken.stream().mapToDouble(Taken::processor).toArray());
      }
    } finally {
      FileUtils.deleteDirectory(folder.toFile());
    }
  }

  private static Map<String, List<String>> commands(Path folder, String out) {
    Map<String, List<String>> commands = new LinkedHashMap<>();
    commands.put("help", List.of("help"));
    commands.put("list", List.of("list", "axes"));
    commands.put("validate", List.of("validate", SPEC));
    commands.put("status", List.of("status", out));
    commands.put("best", List.of("best", out));
    commands.put("analyze", List.of("analyze", out));
    commands.put("report", List.of("report", out, "--to", folder.resolve("page.html").toString()));
    commands.put(
        "sql",
        List.of(
            "sql", "--out", out, "select gate, avg(validation_loss) from results group by gate"));
    return commands;
  }

  /** The first command of a build starts another that makes the class-data archive. */
  private static void awaitArchive(Path target) throws IOException, InterruptedException {
    while (isMaking(target)) {
      TimeUnit.SECONDS.sleep(1);
    }
  }

  private static boolean isMaking(Path target) throws IOException {
    if (!Files.isDirectory(target)) {
      return false;
    }
    try (Stream<Path> files = Files.list(target)) {
      return files.anyMatch(file -> file.toString().endsWith(".jsa.making"));
    }
  }

  private static Taken time(List<String> command) throws IOException, InterruptedException {
    List<String> timed = new ArrayList<>(List.of("bash", "-c", TIMED, "bash"));
    timed.addAll(command);
    Process process =
        new ProcessBuilder(timed).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int exit = process.waitFor();
      if (exit != ExitCode.DONE) {
        throw new IOException("Exit code %d of %s".formatted(exit, String.join(" ", command)));
      }
      double[] seconds =
          Arrays.stream(output.strip().split(" ")).mapToDouble(Double::parseDouble).toArray();
      if (seconds.length != PARTS) {
        throw new IOException("bash did not time %s: %s".formatted(command, output));
      }
      return new Taken(seconds[0], seconds[1] + seconds[2]);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private static void print(String figure, double[] seconds) {
    Arrays.sort(seconds);
    System.out.printf("start.%s %.2f s%n", figure, seconds[seconds.length / 2]);
  }
}
