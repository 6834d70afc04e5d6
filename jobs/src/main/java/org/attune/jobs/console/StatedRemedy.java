package org.attune.jobs.console;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.api.catalog.Spelling;

/** The allowed words and the remedy that a message states in one of Attune's usual forms. */
final class StatedRemedy {

  private static final Pattern ALLOWED =
      Pattern.compile(
          "(?:one of|allowed here:|the cells are|the commands are|these sweeps have:) ([^;:?,\\s]+(?:, [^;:?,\\s]+)*)");

  private static final Pattern MEANT =
      Pattern.compile("did you mean '([^']+)'|is called '([^']+)' here");
  private static final Pattern GIVEN = Pattern.compile("'([^']+)'");
  private static final Pattern REMEDY = Pattern.compile("; ([^;]+?)\\.?$", Pattern.DOTALL);

  /** How a last clause begins that says what is, not what to do. */
  private static final Pattern FACT =
      Pattern.compile("^(?:'|(?:it|they|the|a|an|no|and|or|for|with|without|which)\\b)");

  private StatedRemedy() {}

  static List<String> allowed(String message) {
    Matcher list = ALLOWED.matcher(message);
    return list.find() ? List.of(list.group(1).split(", ")) : List.of();
  }

  /** The input that was probably meant, else what to do; empty where the message says neither. */
  static Optional<String> fix(String message) {
    Matcher meant = MEANT.matcher(message);
    if (meant.find()) {
      return Optional.of(meant.group(1) == null ? meant.group(2) : meant.group(1));
    }
    Matcher given = GIVEN.matcher(message);
    Optional<String> near =
        given.find() ? Spelling.nearest(given.group(1), allowed(message)) : Optional.empty();
    Matcher remedy = REMEDY.matcher(message);
    return near.isPresent() || !remedy.find() || FACT.matcher(remedy.group(1)).find()
        ? near
        : Optional.of(remedy.group(1));
  }
}
