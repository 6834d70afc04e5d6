package org.attune.jobs.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a text for the user so that a full disk leaves the file as it was, not half of one. */
public final class TextFile {

  private TextFile() {}

  /**
   * Writes a file whole, or not at all. A link is followed. What is no file, such as {@code
   * /dev/stdout}, is written to as it is.
   */
  public static void write(Path file, String text) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      Files.writeString(file, text);
      return;
    }
    Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    Path unfinished = target.resolveSibling("." + target.getFileName() + ".unfinished");
    try {
      Files.writeString(unfinished, text);
      Files.move(unfinished, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }
}
