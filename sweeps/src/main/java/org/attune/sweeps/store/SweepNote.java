package org.attune.sweeps.store;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A note, as a line of {@link SweepNotes} has it: {@code 2026-11-29T08:30:00Z trial 0123456789ab-0:
 * odd kink #look}.
 *
 * @param time when it was written; empty if somebody typed a line without one
 * @param trial the trial that it is on; empty for a note on the sweep
 * @param text without time and trial
 */
public record SweepNote(Optional<Instant> time, Optional<String> trial, String text) {

  private static final Pattern TIMED = Pattern.compile("(\\S+)\\s+(.*)");
  private static final Pattern ON_TRIAL =
      Pattern.compile("trial ([0-9a-f]{12}(?:-\\d{1,9})+): (.*)");

  /** A word, as {@code list runs --with} finds it. */
  private static final Pattern TAG = Pattern.compile("(?<![\\p{L}\\p{N}])#[\\p{L}\\p{N}_-]+");

  /** The note of a line. */
  public static SweepNote of(String line) {
    String rest = line.strip();
    Optional<Instant> time = Optional.empty();
    Matcher timed = TIMED.matcher(rest);
    if (timed.matches()) {
      time = time(timed.group(1));
      rest = time.isPresent() ? timed.group(2) : rest;
    }
    Matcher onTrial = ON_TRIAL.matcher(rest);
    return onTrial.matches()
        ? new SweepNote(time, Optional.of(onTrial.group(1)), onTrial.group(2))
        : new SweepNote(time, Optional.empty(), rest);
  }

  /** What a note on a trial begins with. */
  public static String onTrial(String trial) {
    return "trial " + trial + ": ";
  }

  /** Its tags with their {@code #}, as it has them. */
  public List<String> tags() {
    return TAG.matcher(text).results().map(tag -> tag.group()).toList();
  }

  private static Optional<Instant> time(String word) {
    try {
      return Optional.of(Instant.parse(word));
    } catch (DateTimeException none) {
      return Optional.empty();
    }
  }
}
