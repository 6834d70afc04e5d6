package org.attune.jobs.console;

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

  /** The launcher sets this property to the folder that it made for this process. */
  private static final String OWN = "attune.tmpdir.own";

  private static final String JAVAS = "java.io.tmpdir";

  private TemporaryFiles() {}

  /** The folder that all processes of this machine share: files there outlive this process. */
  public static Path shared() {
    return Path.of(System.getProperty(SHARED, System.getProperty(JAVAS)));
  }

  /**
   * Deletes this process's own folder when the process ends. Does nothing where it has none, or
   * where an option gave Java another folder: that one is the user's.
   */
  public static void deleteAtEnd() {
    String folder = System.getProperty(OWN);
    if (folder != null && folder.equals(System.getProperty(JAVAS))) {
      Path temporary = Path.of(folder);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(temporary)));
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
