package org.attune.jobs.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes a text for the user so that a full disk leaves the old file whole. */
public final class TextFile {

  private TextFile() {}

  /**
   * Writes a file whole, or not at all. A link is followed. Anything but a file, such as {@code
   * /dev/stdout}, is written to directly.
   */
  public static void write(Path file, String text) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      Files.writeString(file, text);
      return;
    }
    Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    Path unfinished = unfinished(target);
    try {
      Files.writeString(unfinished, text);
      Files.move(unfinished, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  /**
   * Writes a file whole, or not at all, in a folder that others may have prepared. A link or a pipe
   * in its place is replaced, also one with the name of the unfinished file.
   */
  public static void replace(Path file, String text) throws IOException {
    Path unfinished = unfinished(file.toAbsolutePath());
    Files.deleteIfExists(unfinished);
    try {
      Files.writeString(unfinished, text, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
      Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private static Path unfinished(Path target) {
    return target.resolveSibling("." + target.getFileName() + ".unfinished");
  }
}
