package org.attune.jobs.console;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The allowed words and the remedy that a message states in one of Attune's usual forms. */
final class StatedRemedy {

  private static final Pattern ALLOWED =
      Pattern.compile(
          "(?:one of|allowed here:|the commands are|these sweeps have:) ([^;:?,\\s]+(?:, [^;:?,\\s]+)*)");

  private static final Pattern MEANT =
      Pattern.compile("did you mean '([^']+)'|is called '([^']+)' here");
  private static final Pattern REMEDY = Pattern.compile("; ([^;]+?)\\.?$", Pattern.DOTALL);

  private StatedRemedy() {}

  static List<String> allowed(String message) {
    Matcher list = ALLOWED.matcher(message);
    return list.find() ? List.of(list.group(1).split(", ")) : List.of();
  }

  static Optional<String> fix(String message) {
    Matcher meant = MEANT.matcher(message);
    if (meant.find()) {
      return Optional.of(meant.group(1) == null ? meant.group(2) : meant.group(1));
    }
    Matcher remedy = REMEDY.matcher(message);
    return remedy.find() ? Optional.of(remedy.group(1)) : Optional.empty();
  }
}
