package org.attune.cluster.slot;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A message on why a slot ended. */
final class SlotLoss {

  /** Spark's sentence on a lost executor, without its stage, and without guesses at the cause. */
  private static final Pattern EXECUTOR =
      Pattern.compile(
          ".*ExecutorLostFailure \\(executor (\\S+) [^)]*\\) Reason: (.*?)\\.?( Likely due to .*)?");

  private SlotLoss() {}

  /** The first line of a failure's message; for a lost executor, its number and the reason. */
  static String reason(Throwable cause) {
    String line = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    Matcher executor = EXECUTOR.matcher(line);
    return executor.matches()
        ? "Spark has lost executor %s: %s".formatted(executor.group(1), executor.group(2))
        : line;
  }
}
