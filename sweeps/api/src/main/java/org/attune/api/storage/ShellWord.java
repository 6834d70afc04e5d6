package org.attune.api.storage;

import java.util.regex.Pattern;

/**
 * Text as one word of a shell command that a message suggests.
 *
 * <pre>{@code
 * ShellWord.path("runs/mta"); // runs/mta
 * ShellWord.path("my runs"); // "my runs"
 * ShellWord.path("-runs"); // ./-runs
 * }</pre>
 */
public final class ShellWord {

  /** A shell leaves these characters unchanged; a tilde and a minus are special at the start. */
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z0-9_%+=:,./@][A-Za-z0-9_%+=:,./@~-]*");

  /** Characters that a shell, or its history, replaces within double quotes. */
  private static final Pattern REPLACED = Pattern.compile("[\"$`\\\\!]");

  private ShellWord() {}

  /**
   * A directory, a file or an address. A leading minus gets a folder before it, so that no command
   * takes the path for an option.
   */
  public static String path(String path) {
    String named = path.startsWith("-") ? "./" + path : path;
    return PLAIN.matcher(named).matches() ? named : quoted(named);
  }

  /** Text in quotes: in double quotes where a shell leaves all of it alone, else in single ones. */
  public static String quoted(String text) {
    return REPLACED.matcher(text).find()
        ? "'" + text.replace("'", "'\\''") + "'"
        : '"' + text + '"';
  }
}
