package org.attune.sweeps.command;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The end of what a program prints, output and errors in the order that they came. */
final class OutputTail {

  private static final int MOST_CHARACTERS = 200_000;
  private static final int LONGEST_LINE = 4_000;

  private final Deque<String> lines = new ArrayDeque<>();
  private int characters;
  private long dropped;
  private String lastError = "";

  /** Adds a line of the program's errors. */
  synchronized void addError(String line) {
    lastError = line.isBlank() ? lastError : line.strip();
    add(line);
  }

  synchronized void add(String line) {
    String kept =
        line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + " ... (cut)";
    lines.add(kept);
    characters += kept.length() + 1;
    while (characters > MOST_CHARACTERS) {
      characters -= lines.remove().length() + 1;
      dropped++;
    }
  }

  /** All that is kept; empty when nothing was printed. */
  synchronized String text() {
    String head = dropped == 0 ? "" : "(%,d lines before these are not kept)\n".formatted(dropped);
    return lines.isEmpty() ? "" : head + String.join("\n", lines) + "\n";
  }

  /**
   * The last line that says something, to follow a message: of the errors, if there are any. The
   * two streams come by two ways, and which line was the last of both nobody knows.
   */
  synchronized String lastLine() {
    String last = lastError;
    for (String line : lastError.isEmpty() ? lines : List.<String>of()) {
      last = line.isBlank() ? last : line.strip();
    }
    return last.isEmpty() ? "; it printed nothing" : "; it printed last: " + last;
  }
}
