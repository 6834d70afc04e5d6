package org.attune.sweeps.command;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.attune.api.trial.Secrets;

/**
 * The end of a program's printed output, with standard output and errors in the order of arrival.
 */
final class OutputTail {

  private static final int MOST_CHARACTERS = 200_000;
  private static final int LONGEST_LINE = 4_000;
  private static final int LONGEST_QUOTE = 1_000; // it becomes part of a row

  private final Secrets secrets;
  private final Deque<String> lines = new ArrayDeque<>();
  private int characters;
  private long dropped;
  private String lastError = "";

  /**
   * @param secrets to be hidden in every line
   */
  OutputTail(Secrets secrets) {
    this.secrets = secrets;
  }

  /** Adds a line of the program's error stream. */
  synchronized void addError(ProgramLines.Line line) {
    String kept = kept(line);
    lastError = kept.isBlank() ? lastError : kept.stripTrailing();
    add(kept);
  }

  synchronized void add(ProgramLines.Line line) {
    add(kept(line));
  }

  private String kept(ProgramLines.Line line) {
    String text = secrets.hide(line.text());
    return text.length() <= LONGEST_LINE && !line.cut()
        ? text
        : "%s ... (cut: the line has %,d characters)"
            .formatted(text.substring(0, Math.min(LONGEST_LINE, text.length())), line.characters());
  }

  private void add(String kept) {
    lines.add(kept);
    characters += kept.length() + 1;
    while (characters > MOST_CHARACTERS) {
      characters -= lines.remove().length() + 1;
      dropped++;
    }
  }

  /** All kept lines; empty if nothing was printed. */
  synchronized String text() {
    String head = dropped == 0 ? "" : "(%,d lines before these are not kept)\n".formatted(dropped);
    return lines.isEmpty() ? "" : head + String.join("\n", lines) + "\n";
  }

  /**
   * The last non-blank line, to append to a message: from the error stream if it has any. The two
   * streams arrive separately, so their relative order at the end is unknown.
   */
  synchronized String lastLine() {
    String last = lastError;
    for (String line : lastError.isEmpty() ? lines : List.<String>of()) {
      last = line.isBlank() ? last : line.stripTrailing();
    }
    if (last.isEmpty()) {
      return "; it printed nothing";
    }
    return "; it printed last: "
        + (last.length() <= LONGEST_QUOTE ? last : last.substring(0, LONGEST_QUOTE) + " ...");
  }
}
