package org.attune.jobs.console;

import java.io.File;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configurator;
import org.attune.cluster.spark.SparkLog;

/**
 * The file that holds the log lines of Spark, DL4J and Attune; see {@code log4j2.properties}. A
 * sweep on a local disk has its own log files, one per driver. Any other process logs to a file in
 * the temporary folder. Nobody can guess that file's name, and only its owner can read it. The
 * process deletes that file when it ends, unless it failed and its message names the file.
 */
public final class LogFile {

  private static final String NOWHERE = "/dev/null";
  private static final String PROPERTY = "attune.log";

  /** The file of this process in the temporary folder. */
  private static final String TEMPORARY = "attune.log.temporary";

  private static final String CONFIGURATION = "log4j2.properties";

  /** Spark's default configuration: it logs to the terminal. */
  private static final String OF_SPARK = "org/apache/spark/log4j2-defaults";

  private LogFile() {}

  /**
   * Logs to a file of this process from now on, unless the user has a log configuration. In a
   * process of {@code ./attune} log4j finds ours by itself, or the user's, and starts with the
   * first line: many a command logs none. Under {@code spark-submit} Spark has already set up its
   * own.
   */
  public static void begin() {
    if (System.getProperty(PROPERTY) == null) {
      String file = temporary();
      System.setProperty(TEMPORARY, file);
      System.setProperty(PROPERTY, file);
    }
    if (Launcher.isOurs()) {
      return;
    }
    context()
        .filter(log4j -> !isOurs(log4j))
        .ifPresent(
            log4j -> {
              SparkLog.begin();
              log4j.setConfigLocation(ours());
            });
  }

  /** Makes an empty file. */
  public interface NewFile {
    Path make() throws IOException;
  }

  /** Logs to a new file, with what this process has logged, unless the user chose one. */
  public static void use(NewFile made) throws IOException {
    String before = System.getProperty(PROPERTY);
    if (before != null && !before.equals(System.getProperty(TEMPORARY))) {
      return;
    }
    Path file = made.make();
    if (before != null && Files.isRegularFile(Path.of(before))) {
      Files.write(file, Files.readAllBytes(Path.of(before))); // a copy would be as closed
    }
    System.setProperty(PROPERTY, file.toAbsolutePath().toString());
    context().ifPresent(log4j -> log4j.setConfigLocation(ours()));
  }

  /**
   * Logs only warnings and errors from now on, unless the user has a log configuration. Otherwise a
   * query over a thousand files would write thousands of lines that nobody reads.
   */
  public static void warningsOnly() {
    context().ifPresent(log4j -> Configurator.setRootLevel(Level.WARN));
  }

  /** Ends the log of a process. The file in the temporary folder is of use only after a failure. */
  public static void end(int exitCode) {
    String temporary = System.getProperty(TEMPORARY);
    if (temporary == null || temporary.equals(NOWHERE)) {
      return;
    }
    boolean named = temporary.equals(System.getProperty(PROPERTY));
    if (exitCode == ExitCode.DONE || exitCode == ExitCode.WRONG_INPUT || !named) {
      if (!Launcher.isOurs() || new File(System.getProperty(PROPERTY)).length() > 0) {
        Configurator.setAllLevels("", Level.OFF); // Spark's shutdown hooks would recreate it
      }
      try {
        Files.deleteIfExists(Path.of(temporary));
      } catch (IOException e) {
        // The system clears its temporary folder.
      }
    }
  }

  /** The log file; empty when the user's configuration chooses the destination. */
  public static Optional<Path> path() {
    if (LogManager.getContext(false) instanceof LoggerContext log4j && isUsers(log4j)) {
      return Optional.empty();
    }
    if (System.getProperty(PROPERTY) == null) {
      begin();
    }
    return Optional.of(Path.of(System.getProperty(PROPERTY)));
  }

  /** The log's destination in words. */
  public static String describe() {
    return path().map(Path::toString).orElse("where your log4j2 configuration says");
  }

  /** A writer that appends to the log, or writes to stderr when the log cannot be written. */
  public static PrintWriter writer() {
    Optional<Path> path = path();
    if (path.isEmpty()) {
      return new PrintWriter(System.err, true);
    }
    try {
      return new PrintWriter(
          new FileWriter(path.get().toFile(), StandardCharsets.UTF_8, true), true);
    } catch (IOException e) {
      return new PrintWriter(System.err, true);
    }
  }

  /**
   * Creates a file of this user that stays when the process ends. Without one, log lines go to
   * {@link #NOWHERE}.
   */
  private static String temporary() {
    try {
      return Files.createTempFile(TemporaryFiles.shared(), "attune-", ".log").toString();
    } catch (IOException noRoom) {
      return NOWHERE;
    }
  }

  /** log4j, unless the user configured it. */
  private static Optional<LoggerContext> context() {
    return LogManager.getContext(false) instanceof LoggerContext log4j && !isUsers(log4j)
        ? Optional.of(log4j)
        : Optional.empty();
  }

  /** Whether the log4j configuration is neither Spark's default nor ours. */
  private static boolean isUsers(LoggerContext log4j) {
    String location = log4j.getConfiguration().getConfigurationSource().getLocation();
    return location != null && !location.contains(OF_SPARK) && !isOurs(log4j);
  }

  private static boolean isOurs(LoggerContext log4j) {
    String location = log4j.getConfiguration().getConfigurationSource().getLocation();
    return location != null && ours().toString().endsWith(location);
  }

  /** Our configuration, even if the class path has another file of that name before it. */
  private static URI ours() {
    String code = LogFile.class.getProtectionDomain().getCodeSource().getLocation().toString();
    return URI.create(
        code.endsWith("/") ? code + CONFIGURATION : "jar:" + code + "!/" + CONFIGURATION);
  }
}
