package org.attune.jobs.console;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times on the command line: {@code 90s}, {@code 30m}, {@code 6h}, {@code 2d}. */
public final class Durations {

  private static final Pattern TIME = Pattern.compile("([1-9]\\d{0,8})([smhd])");

  private Durations() {}

  /** Reads a time; the option names it in the error. */
  public static Duration read(String option, String text) {
    Matcher time = TIME.matcher(text);
    if (!time.matches()) {
      throw new InputException(
          "Invalid %s '%s'; it must be a whole number with s, m, h or d, such as 6h"
              .formatted(option, text));
    }
    long number = Long.parseLong(time.group(1));
    return switch (time.group(2)) {
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }
}
