package org.attune.jobs;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;

/** The file that Spark's, DL4J's and our own log lines go to: see {@code log4j2.properties}. */
final class LogFile {

  private static final String PROPERTY = "attune.log";

  private LogFile() {}

  /** Logs to this file from now on, unless the user chose one. */
  static void use(Path file) {
    if (System.getProperty(PROPERTY) != null) {
      return;
    }
    System.setProperty(PROPERTY, file.toAbsolutePath().toString());
    if (LogManager.getContext(false) instanceof LoggerContext log4j) {
      log4j.reconfigure();
    }
  }

  /** Where the log goes. */
  static Path path() {
    String chosen = System.getProperty(PROPERTY);
    return chosen == null
        ? Path.of(System.getProperty("java.io.tmpdir"), "attune.log")
        : Path.of(chosen);
  }

  /** Appends to the log; what cannot be written goes to stderr. */
  static PrintWriter writer() {
    try {
      return new PrintWriter(
          Files.newBufferedWriter(
              path(), StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
          true);
    } catch (IOException e) {
      return new PrintWriter(System.err, true);
    }
  }
}
