package org.attune.jobs.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;
import org.attune.api.storage.PrivatePath;
import org.attune.api.storage.ShellWord;
import org.attune.jobs.console.InputException;

/** Checks that a file that holds a secret is this user's alone. */
final class PrivateFile {

  private static final Set<PosixFilePermission> READ =
      Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);

  private static final Set<PosixFilePermission> WRITE =
      Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  private PrivateFile() {}

  /**
   * Refuses a file that another user owns, may read or may write.
   *
   * @param where begins the message, such as {@code "--secure: "}; may be empty
   * @throws InputException naming the file and the command that keeps it private
   */
  static void require(String where, Path file) throws IOException {
    if (!Files.getFileStore(file).supportsFileAttributeView("posix")) {
      return;
    }
    Set<PosixFilePermission> to = Files.getPosixFilePermissions(file);
    boolean read = to.stream().anyMatch(READ::contains);
    if (read || to.stream().anyMatch(WRITE::contains)) {
      throw new InputException(
          "%sothers than you may %s %s; keep it to yourself: chmod 600 %s"
              .formatted(where, read ? "read" : "write", file, ShellWord.path(file.toString())));
    }
    Optional<String> other = PrivatePath.otherOwner(file);
    if (other.isPresent()) {
      throw new InputException(
          "%s%s belongs to the user %s, who can read and change it; copy it to a file of yours"
              .formatted(where, file, other.get()));
    }
  }
}
