package org.attune.sweeps.identity;

import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.sweeps.statistics.Looks;

/**
 * The number of seeds per cell.
 *
 * @param atLeast seeds of every cell, 1 or more
 * @param atMost most seeds of a cell; more than {@code atLeast} only if claims decide
 * @param untilDecided whether a cell gets more than {@code atLeast} only while a claim about it is
 *     undecided
 * @param tuning additional seeds for each setting of the largest tuned arm
 */
public record Replicates(int atLeast, int atMost, boolean untilDecided, int tuning) {

  /** The default number of tuning seeds. */
  public static final int TUNING = 2;

  private static final Pattern VALUE = Pattern.compile("(\\d+)|(\\d+) to (\\d+) until decided");

  /** Replicates with the default number of tuning seeds. */
  public Replicates(int atLeast, int atMost, boolean untilDecided) {
    this(atLeast, atMost, untilDecided, TUNING);
  }

  /** Equally many seeds for each cell. */
  public static Replicates of(int number) {
    return new Replicates(number, number, false, TUNING);
  }

  /**
   * The replicates of a spec's canonical text, for journals of earlier versions. Empty if it has no
   * such line.
   */
  public static Optional<Replicates> in(String specText) {
    return SpecText.of(specText)
        .value("replicates")
        .map(VALUE::matcher)
        .filter(Matcher::matches)
        .map(Replicates::read);
  }

  private static Replicates read(MatchResult value) {
    return value.group(1) != null
        ? of(Integer.parseInt(value.group(1)))
        : new Replicates(Integer.parseInt(value.group(2)), Integer.parseInt(value.group(3)), true);
  }

  /** The looks that pay for every test of a sweep that was extended from planned replicates. */
  public Looks looks(Replicates planned) {
    return looks().after(planned.looks());
  }

  /** The looks at which the sweep's claims are judged. */
  public Looks looks() {
    return untilDecided ? Looks.between(atLeast, atMost) : Looks.once(atMost);
  }
}
