package org.attune.sweeps.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** A file of a sweep's directory that is a file: no link, folder, pipe or device. */
final class PlainFile {

  private PlainFile() {}

  /**
   * The attributes of a regular file. To open a FIFO or a device would wait, or act on it.
   *
   * @throws FileNotFoundException if there is none
   */
  static BasicFileAttributes attributes(Path file) throws IOException {
    BasicFileAttributes found;
    try {
      found = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException none) {
      throw new FileNotFoundException("There is no file " + file);
    }
    if (!found.isRegularFile()) {
      String kind =
          found.isSymbolicLink()
              ? "a link"
              : found.isDirectory() ? "a folder" : "a pipe or a device";
      throw new UnsafeFileException(
          "Cannot read " + file + ": it is " + kind + ", and Attune reads plain files only");
    }
    return found;
  }
}
