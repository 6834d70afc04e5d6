package org.attune.jobs.console;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Times on the command line: {@code 90s}, {@code 30m}, {@code 36h}, {@code 7d}, {@code 2w}, and
 * several in a row, the longest first, as in a sweep file: {@code 1d12h}.
 */
public final class Durations {

  private static final Pattern PARTS =
      Pattern.compile(
          "(?=\\d)(?:(\\d{1,6})w)?(?:(\\d{1,6})d)?(?:(\\d{1,8})h)?(?:(\\d{1,9})m)?(?:(\\d{1,9})s)?");
  private static final String FORMS = "a time such as 90s, 30m, 36h, 7d, 2w or 1d12h";
  private static final int DAYS_OF_A_WEEK = 7;

  private Durations() {}

  /** Reads a time; the option names it in the error. */
  public static Duration read(String option, String text) {
    return find(text)
        .orElseThrow(
            () ->
                new InputException(
                    "Invalid %s '%s'; it must be %s".formatted(option, text, FORMS)));
  }

  /**
   * Reads when something began: a time before now, or a date of this machine's time zone, such as
   * {@code 2026-11-01} or {@code 2026-11-01T08:30}.
   */
  public static Instant since(String option, String text, Instant now) {
    return find(text)
        .map(now::minus)
        .or(() -> date(text))
        .orElseThrow(
            () ->
                new InputException(
                    "Invalid %s '%s'; it must be %s, or a date such as 2026-11-01 or 2026-11-01T08:30"
                        .formatted(option, text, FORMS)));
  }

  private static Optional<Duration> find(String text) {
    Matcher parts = PARTS.matcher(text);
    return Optional.of(parts)
        .filter(Matcher::matches)
        .map(
            all ->
                Duration.ofDays(DAYS_OF_A_WEEK * number(all.group(1)) + number(all.group(2)))
                    .plusHours(number(all.group(3)))
                    .plusMinutes(number(all.group(4)))
                    .plusSeconds(number(all.group(5))))
        .filter(time -> !time.isZero());
  }

  private static long number(String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }

  private static Optional<Instant> date(String text) {
    try {
      LocalDateTime date =
          text.contains("T") ? LocalDateTime.parse(text) : LocalDate.parse(text).atStartOfDay();
      return Optional.of(date.atZone(ZoneId.systemDefault()).toInstant());
    } catch (DateTimeParseException noDate) {
      return Optional.empty();
    }
  }
}
