package org.attune.jobs;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configurator;

/**
 * The file that Spark's, DL4J's and our own log lines go to: see {@code log4j2.properties}. Each
 * sweep on a local disk has files of its own, one a driver; any other process one in the temporary
 * folder. That one has a name that nobody can guess and is readable by its owner alone; it is
 * deleted when the process ends, unless the process failed and its message names the file.
 */
final class LogFile {

  private static final String NOWHERE = "/dev/null";
  private static final String PROPERTY = "attune.log";

  /** The file of this process in the temporary folder. */
  private static final String TEMPORARY = "attune.log.temporary";

  private static final String CONFIGURATION = "log4j2.properties";

  /** What Spark logs by where nobody has said anything: to the terminal. */
  private static final String OF_SPARK = "org/apache/spark/log4j2-defaults";

  private LogFile() {}

  /**
   * Logs to a file of this process from now on, unless the user has a log configuration. Under
   * {@code spark-submit} Spark has set up its own by now.
   */
  static void begin() {
    if (System.getProperty(PROPERTY) == null) {
      String file = temporary();
      System.setProperty(TEMPORARY, file);
      System.setProperty(PROPERTY, file);
    }
    if (LogManager.getContext(false) instanceof LoggerContext log4j
        && !isUsers(log4j)
        && !isOurs(log4j)) {
      log4j.setConfigLocation(ours());
    }
  }

  /** Logs to this file from now on, unless the user chose one. */
  static void use(Path file) {
    String before = System.getProperty(PROPERTY);
    if (before != null && !before.equals(System.getProperty(TEMPORARY))) {
      return;
    }
    System.setProperty(PROPERTY, file.toAbsolutePath().toString());
    if (LogManager.getContext(false) instanceof LoggerContext log4j && !isUsers(log4j)) {
      log4j.setConfigLocation(ours());
    }
  }

  /**
   * Logs no more than warnings from now on, unless the user has a log configuration: a query that
   * reads a thousand files would write thousands of lines that nobody reads.
   */
  static void warningsOnly() {
    if (LogManager.getContext(false) instanceof LoggerContext log4j && !isUsers(log4j)) {
      Configurator.setRootLevel(Level.WARN);
    }
  }

  /** Ends a process: what it logged in the temporary folder is of use only where it failed. */
  static void end(int exitCode) {
    String temporary = System.getProperty(TEMPORARY);
    if (temporary == null) {
      return;
    }
    boolean named = temporary.equals(System.getProperty(PROPERTY));
    if (exitCode == ExitCode.DONE || exitCode == ExitCode.WRONG_INPUT || !named) {
      Configurator.setAllLevels("", Level.OFF); // Spark's shutdown hooks would begin it again
      try {
        Files.deleteIfExists(Path.of(temporary));
      } catch (IOException e) {
        // The system clears its temporary folder.
      }
    }
  }

  /** Where the log goes; empty where the user's configuration says where. */
  static Optional<Path> path() {
    if (LogManager.getContext(false) instanceof LoggerContext log4j && isUsers(log4j)) {
      return Optional.empty();
    }
    if (System.getProperty(PROPERTY) == null) {
      begin();
    }
    return Optional.of(Path.of(System.getProperty(PROPERTY)));
  }

  /** Where the log goes, in words. */
  static String describe() {
    return path().map(Path::toString).orElse("where your log4j2 configuration says");
  }

  /** Appends to the log; what cannot be written goes to stderr. */
  static PrintWriter writer() {
    Optional<Path> path = path();
    if (path.isEmpty()) {
      return new PrintWriter(System.err, true);
    }
    try {
      return new PrintWriter(
          Files.newBufferedWriter(
              path.get(),
              StandardCharsets.UTF_8,
              StandardOpenOption.CREATE,
              StandardOpenOption.APPEND),
          true);
    } catch (IOException e) {
      return new PrintWriter(System.err, true);
    }
  }

  /** A new file of this user's; nothing is logged where none can be made. */
  private static String temporary() {
    try {
      return Files.createTempFile("attune-", ".log").toString();
    } catch (IOException noRoom) {
      return NOWHERE;
    }
  }

  /** Whether log4j was set up by something that is neither Spark's default nor ours. */
  private static boolean isUsers(LoggerContext log4j) {
    String location = log4j.getConfiguration().getConfigurationSource().getLocation();
    return location != null && !location.contains(OF_SPARK) && !isOurs(log4j);
  }

  private static boolean isOurs(LoggerContext log4j) {
    String location = log4j.getConfiguration().getConfigurationSource().getLocation();
    return location != null && ours().toString().endsWith(location);
  }

  /** Our configuration, also where another of the name comes before it on the class path. */
  private static URI ours() {
    String code = LogFile.class.getProtectionDomain().getCodeSource().getLocation().toString();
    return URI.create(
        code.endsWith("/") ? code + CONFIGURATION : "jar:" + code + "!/" + CONFIGURATION);
  }
}
