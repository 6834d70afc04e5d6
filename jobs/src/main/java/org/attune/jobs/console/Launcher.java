package org.attune.jobs.console;

import org.attune.api.storage.ShellWord;

/** The program's name in commands that a message suggests: the path by which the user called it. */
public final class Launcher {

  /** The system property that the launcher script sets to its own path. */
  static final String PROPERTY = "attune.called";

  private static final String IN_A_CHECKOUT = "./attune";

  private Launcher() {}

  /** The name as a word of a shell command; {@code ./attune} without the launcher script. */
  public static String name() {
    return ShellWord.path(System.getProperty(PROPERTY, IN_A_CHECKOUT));
  }
}
