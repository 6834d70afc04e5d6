package org.attune.jobs.console;

/**
 * A command with JSON of its own for {@code --json}. The JSON of every other command is its printed
 * lines, as {@link PrintedLines}.
 */
public interface JsonCommand {

  /** The type of what it prints when it succeeds. */
  JsonType output();
}
