package org.attune.model.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs a program that times training steps, ours or the peer's, and reads its figures. */
final class TimedProcess {

  static final Pattern MEDIAN = Pattern.compile("median=([0-9.]+)");
  static final Pattern MEAN = Pattern.compile("ms_per_step=([0-9.]+)");
  static final Pattern ROOF = Pattern.compile("roof_gflops=([0-9.]+)");
  static final Pattern PARAMETERS = Pattern.compile("params=([0-9]+)");

  private TimedProcess() {}

  /** Returns what the program printed; its output also goes to stderr. It runs on one thread. */
  static String run(List<String> command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("OMP_NUM_THREADS", "1");
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exit = process.waitFor();
    if (exit != 0) {
      throw new IOException("Exit " + exit + " of " + String.join(" ", command) + ": " + printed);
    }
    System.err.print(printed);
    return printed;
  }

  /** Returns the number after a name in what a program printed. */
  static double figure(Pattern pattern, String printed) throws IOException {
    Matcher matcher = pattern.matcher(printed);
    if (!matcher.find()) {
      throw new IOException("No " + pattern + " in: " + printed);
    }
    return Double.parseDouble(matcher.group(1));
  }
}
