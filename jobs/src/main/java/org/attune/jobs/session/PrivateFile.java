package org.attune.jobs.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.attune.jobs.console.InputException;

/** Checks that only its owner can read a file that holds a secret. */
final class PrivateFile {

  private PrivateFile() {}

  /**
   * Refuses a file that users other than its owner may read.
   *
   * @param where begins the message, such as {@code "--secure: "}; may be empty
   * @throws InputException when the group or others may read it
   */
  static void require(String where, Path file) throws IOException {
    if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
      Set<PosixFilePermission> to = Files.getPosixFilePermissions(file);
      if (to.contains(PosixFilePermission.GROUP_READ)
          || to.contains(PosixFilePermission.OTHERS_READ)) {
        throw new InputException(
            "%sothers than you may read %s; keep it to yourself: chmod 600 %s"
                .formatted(where, file, file));
      }
    }
  }
}
