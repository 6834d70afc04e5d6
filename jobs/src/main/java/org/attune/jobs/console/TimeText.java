package org.attune.jobs.console;

import java.time.Duration;

/** A duration in words: {@code 12 s}, {@code 4 min}, {@code 1.5 h}. */
public final class TimeText {

  private static final int MOST_SECONDS = 90;
  private static final int MOST_MINUTES = 90;
  private static final int MOST_HOURS = 48;

  private TimeText() {}

  public static String of(Duration time) {
    long seconds = Math.max(0, time.toSeconds());
    if (seconds < MOST_SECONDS) {
      return seconds + " s";
    }
    if (seconds < 60L * MOST_MINUTES) {
      return (seconds + 30) / 60 + " min";
    }
    double hours = seconds / 3600.0;
    return hours < MOST_HOURS ? "%.1f h".formatted(hours) : "%.1f days".formatted(hours / 24);
  }
}
