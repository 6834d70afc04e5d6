package org.attune.papers.reproduce;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A paper's number as a drawing shows it.
 *
 * @param value the number, or the middle of a range
 * @param spread what the paper prints after its ±, or half of a range; 0 if there is none
 */
record PaperNumber(double value, double spread) {

  private static final String NUMBER = "(-?\\d*\\.?\\d+)";
  private static final Pattern RANGE = Pattern.compile(NUMBER + " to " + NUMBER + ".*");
  private static final Pattern SPREAD = Pattern.compile(NUMBER + "(?: ± " + NUMBER + ")?.*");

  /** Reads {@code 54.26 ± .51}, {@code .88 to .92} or {@code 11.25 (PPL)}. */
  static Optional<PaperNumber> of(String printed) {
    Matcher range = RANGE.matcher(printed);
    if (range.matches()) {
      double low = Double.parseDouble(range.group(1));
      double high = Double.parseDouble(range.group(2));
      return Optional.of(new PaperNumber((low + high) / 2, (high - low) / 2));
    }
    Matcher spread = SPREAD.matcher(printed);
    return spread.matches()
        ? Optional.of(
            new PaperNumber(
                Double.parseDouble(spread.group(1)),
                spread.group(2) == null ? 0 : Double.parseDouble(spread.group(2))))
        : Optional.empty();
  }
}
