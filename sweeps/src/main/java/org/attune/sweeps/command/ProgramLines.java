package org.attune.sweeps.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads the lines of a program's output, each up to a limit: a program may print without ever
 * ending a line. A line ends with {@code \n}, {@code \r} or both; progress bars use {@code \r}.
 */
final class ProgramLines implements AutoCloseable {

  /** The most characters of a line that are kept. */
  static final int MOST_CHARACTERS = 1 << 16;

  private final Reader reader;
  private final char[] buffer = new char[8_192];
  private int at;
  private int end;
  private boolean afterReturn;

  /**
   * A line.
   *
   * @param text its first {@link #MOST_CHARACTERS} characters
   * @param characters its length; greater than the text's if it was cut
   */
  record Line(String text, long characters) {
    boolean cut() {
      return characters > text.length();
    }
  }

  ProgramLines(InputStream stream) {
    this.reader = new InputStreamReader(stream, StandardCharsets.UTF_8);
  }

  /** The next line; empty at the end. */
  Optional<Line> next() throws IOException {
    StringBuilder text = new StringBuilder();
    long characters = 0;
    for (int c = read(); c >= 0; c = read()) {
      if (c == '\n' && afterReturn && characters == 0) {
        afterReturn = false; // the second half of a line end
        continue;
      }
      afterReturn = c == '\r';
      if (c == '\n' || c == '\r') {
        return Optional.of(new Line(text.toString(), characters));
      }
      characters++;
      if (text.length() < MOST_CHARACTERS) {
        text.append((char) c);
      }
    }
    return characters == 0 ? Optional.empty() : Optional.of(new Line(text.toString(), characters));
  }

  private int read() throws IOException {
    if (at == end) {
      end = Math.max(0, reader.read(buffer));
      at = 0;
      if (end == 0) {
        return -1;
      }
    }
    return buffer[at++];
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
