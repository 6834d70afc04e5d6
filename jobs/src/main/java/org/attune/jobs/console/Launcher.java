package org.attune.jobs.console;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.attune.api.storage.ShellWord;

/** The program's name in commands that a message suggests: the path by which the user called it. */
public final class Launcher {

  /** The system property that the launcher script sets to its own path. */
  static final String PROPERTY = "attune.called";

  /** The system property that only the script of a checkout or a distribution sets. */
  private static final String SCRIPT = "attune.launcher";

  private static final String IN_A_CHECKOUT = "./attune";
  private static final String SPARK = "org.apache.spark.deploy.SparkSubmit ";

  private Launcher() {}

  /** Whether {@code ./attune} started this JVM, with Attune's jar before all others. */
  public static boolean isOurs() {
    return System.getProperty(SCRIPT) != null;
  }

  /**
   * The name as the beginning of a shell command; of a sweep that {@code spark-submit} started
   * outside a checkout {@code spark-submit} with its jar.
   */
  public static String name() {
    String called = System.getProperty(PROPERTY);
    if (called != null) {
      return ShellWord.path(called);
    }
    return Files.isRegularFile(Path.of(IN_A_CHECKOUT))
        ? IN_A_CHECKOUT
        : submitted(System.getProperty("sun.java.command", ""));
  }

  /**
   * The name without a launcher script.
   *
   * @param command the main class of this JVM and its arguments
   */
  static String submitted(String command) {
    if (!command.startsWith(SPARK)) {
      return IN_A_CHECKOUT;
    }
    String[] words = command.split(" ");
    return Arrays.stream(words)
        .skip(1)
        .filter(word -> word.matches("(.*/)?attune[-.\\w]*\\.jar"))
        .findFirst()
        .map(jar -> "spark-submit " + ShellWord.path(jar))
        .orElse(IN_A_CHECKOUT);
  }
}
