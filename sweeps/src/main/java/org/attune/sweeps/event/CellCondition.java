package org.attune.sweeps.event;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;

/**
 * A condition on a cell, such as {@code model.width >= 64}. Two numbers are compared as numbers,
 * all else as text.
 *
 * @param key of a parameter
 * @param comparison one of {@code =}, {@code !=}, {@code <}, {@code <=}, {@code >} and {@code >=}
 * @param value as the configuration spells it
 */
public record CellCondition(String key, String comparison, String value) {

  private static final Pattern FORM =
      Pattern.compile("\\s*(\\S+?)\\s*(!=|<=|>=|=|<|>)\\s*(.*?)\\s*", Pattern.DOTALL);

  /** Reads a condition; empty if the text is not a condition. */
  public static Optional<CellCondition> read(String text) {
    Matcher parts = FORM.matcher(text);
    return parts.matches() && !parts.group(3).isEmpty()
        ? Optional.of(new CellCondition(parts.group(1), parts.group(2), parts.group(3)))
        : Optional.empty();
  }

  /** The condition as {@link #read} reads it. */
  public String text() {
    return key + " " + comparison + " " + value;
  }

  /** Whether a cell meets it; a cell without the parameter does not. */
  public boolean holds(Configuration cell) {
    String found = cell.values().get(key);
    if (found == null) {
      return false;
    }
    Optional<Double> foundNumber = Numbers.real(found);
    Optional<Double> wanted = Numbers.real(value);
    int order =
        foundNumber.isPresent() && wanted.isPresent()
            ? foundNumber.get().compareTo(wanted.get())
            : found.compareTo(value);
    return switch (comparison) {
      case "=" -> order == 0;
      case "!=" -> order != 0;
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0;
      default -> order >= 0;
    };
  }
}
