package org.attune.jobs.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/**
 * The stdout or stderr of a command. Sweep files, journals and programs bring names and texts that
 * may hold a terminal's control sequences. This stream prints such characters as Java escapes,
 * whichever command prints them, to a terminal and to a pipe alike. In JSON the escapes stand for
 * the same characters. Only {@link #control} and {@link #raw} pass control sequences on.
 */
public final class SafeStream extends PrintStream {

  private static final int SPACE = ' ';
  private static final int DELETE = 0x7F;

  private final PrintStream to;

  private SafeStream(PrintStream to) {
    super(to, true);
    this.to = to;
  }

  /** The same destination, behind the filter. */
  public static PrintStream over(PrintStream to) {
    return to instanceof SafeStream ? to : new SafeStream(to);
  }

  /** The destination without the filter. Print nothing there that others wrote. */
  public static PrintStream raw(PrintStream stream) {
    return stream instanceof SafeStream safe ? safe.to : stream;
  }

  /** Sends one of Attune's control sequences to a terminal. */
  public static void control(PrintStream stream, String sequence) {
    raw(stream).print(sequence);
  }

  @Override
  public void print(String text) {
    to.print(text == null ? "null" : TerminalText.output(text));
  }

  @Override
  public void print(Object value) {
    print(String.valueOf(value));
  }

  @Override
  public void print(char[] text) {
    print(String.valueOf(text));
  }

  @Override
  public void print(char character) {
    print(String.valueOf(character));
  }

  /**
   * Bytes that are UTF-8, such as an event of the log, are filtered as text. In other bytes ASCII's
   * control characters are escaped.
   */
  @Override
  public void write(byte[] bytes, int from, int length) {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, length)).toString();
      String safe = TerminalText.output(text);
      if (safe.equals(text)) {
        to.write(bytes, from, length);
      } else {
        to.print(safe);
      }
    } catch (CharacterCodingException part) {
      writeEscaped(bytes, from, length);
    }
  }

  private void writeEscaped(byte[] bytes, int from, int length) {
    int begin = from;
    for (int i = from; i < from + length; i++) {
      if (!isShown(bytes[i])) {
        to.write(bytes, begin, i - begin);
        to.print(TerminalText.escape(bytes[i]));
        begin = i + 1;
      }
    }
    to.write(bytes, begin, from + length - begin);
  }

  @Override
  public void write(int value) {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes) {
    write(bytes, 0, bytes.length);
  }

  private static boolean isShown(byte value) {
    return value < 0 // a part of a longer character
        || (value >= SPACE && value != DELETE)
        || value == '\n'
        || value == '\t';
  }
}
