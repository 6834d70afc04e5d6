package org.attune.jobs.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A stderr that passes all on and keeps the warnings, for a command that prints JSON. A program
 * reads stdout alone, and a warning may say that its sweep is in vain.
 */
final class ToldWarnings extends OutputStream {

  private static final String WARNING = "warning: ";

  private final PrintStream to;
  private final StringBuilder line = new StringBuilder();
  private final List<String> warnings = new ArrayList<>();

  private ToldWarnings(PrintStream to) {
    this.to = to;
  }

  /** Warnings of what is printed to a stream from now on. */
  static ToldWarnings over(PrintStream to) {
    return new ToldWarnings(SafeStream.raw(to));
  }

  /** The stream to print to. */
  PrintStream stream() {
    return SafeStream.over(new PrintStream(this, true, UTF_8));
  }

  /** The warnings so far, without the word {@code warning}. */
  synchronized List<String> warnings() {
    return List.copyOf(warnings);
  }

  @Override
  public void write(int one) {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) {
    String text = new String(bytes, from, length, UTF_8); // a stream writes whole characters
    to.print(text);
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      if (character != '\n') {
        line.append(character);
        continue;
      }
      if (line.indexOf(WARNING) == 0) {
        warnings.add(line.substring(WARNING.length()).strip());
      }
      line.setLength(0);
    }
  }

  @Override
  public void flush() {
    to.flush();
  }
}
