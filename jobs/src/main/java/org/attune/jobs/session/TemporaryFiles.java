package org.attune.jobs.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The folder for temporary files. {@code ./attune} makes one for each process, which Spark, its
 * libraries and programs of trials use, and the process deletes it. Where a process is killed, a
 * later {@code ./attune} deletes it.
 */
public final class TemporaryFiles {

  /** The launcher sets this property to the folder that all processes share. */
  private static final String SHARED = "attune.tmpdir";

  private static final String OWN = "java.io.tmpdir";

  private TemporaryFiles() {}

  /** The folder that all processes of this machine share. */
  static Path shared() {
    return Path.of(System.getProperty(SHARED, System.getProperty(OWN)));
  }

  /** Deletes this process's own folder when the process ends; does nothing where it has none. */
  public static void deleteAtEnd() {
    if (System.getProperty(SHARED) != null) {
      Path own = Path.of(System.getProperty(OWN));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(own)));
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException left) {
      // Spark deletes its files meanwhile, or a process still writes. The next process deletes the
      // rest.
    }
  }
}
