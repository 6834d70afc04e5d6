package org.attune.jobs.console;

import java.io.Console;
import java.util.Optional;
import java.util.OptionalInt;

/** Facts about the output's terminal; the launcher passes them. */
public final class ConsoleTerminal {

  /** The launcher sets this property to the width when stdout is a terminal. */
  private static final String COLUMNS = "attune.columns";

  /** Tables narrower than this are unreadable. */
  private static final int NARROWEST = 40;

  private static final int READABLE = 120;

  private ConsoleTerminal() {}

  /** Whether stdout is a terminal, on which a program can redraw the screen. */
  public static boolean isInteractive() {
    return System.getProperty(COLUMNS) != null;
  }

  /** The console of the person who started the command; empty in a script and behind a pipe. */
  public static Optional<Console> console() {
    return Optional.ofNullable(System.console())
        .filter(console -> isTerminal(Console.class, console));
  }

  /**
   * Whether a console is a terminal. Java 22 to 24 give one to every process, and its method {@code
   * isTerminal} tells. Earlier versions, which lack the method, give one on a terminal alone.
   */
  static boolean isTerminal(Class<?> type, Object console) {
    try {
      return (boolean) type.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException earlier) {
      return true;
    } catch (ReflectiveOperationException failed) {
      return false;
    }
  }

  /**
   * The greatest width of a line: the variable COLUMNS, else the terminal's width. Empty when the
   * output goes to a file or another program.
   */
  public static OptionalInt columns() {
    String width = System.getenv("COLUMNS");
    String columns = width == null ? System.getProperty(COLUMNS, "") : width;
    return columns.matches("[1-9]\\d{0,4}")
        ? OptionalInt.of(Math.max(NARROWEST, Integer.parseInt(columns)))
        : OptionalInt.empty();
  }

  /**
   * The greatest width of a line of a table that people read behind a pipe too, as in {@code list
   * axes | less}: programs have JSON.
   *
   * @param all whether the table has all lines; what a word found may be searched further, line by
   *     line
   */
  public static int readable(boolean all) {
    return columns().orElse(all ? READABLE : Integer.MAX_VALUE);
  }

  /** A table as text, no wider than the terminal. */
  public static String fit(TextTable table) {
    OptionalInt columns = columns();
    return columns.isPresent() ? table.within(columns.getAsInt()) : table.aligned();
  }
}
