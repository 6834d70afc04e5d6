package org.attune.api.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which files and folders belong to this user alone. Whoever can write a cache or a history
 * can plant code or words in it. A path counts as private if this user owns it and neither the
 * group nor others may write it. A link's owner and target must both pass. On a file system without
 * POSIX permissions every path counts as private.
 *
 * <pre>{@code
 * Path folder = Files.createTempDirectory("mine");
 * PrivatePath.isPrivate(folder); // true
 * PrivatePath.isPrivate(folder.resolve("missing")); // false
 * }</pre>
 */
public final class PrivatePath {

  private static final Set<PosixFilePermission> OTHERS_WRITE =
      Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  private PrivatePath() {}

  /** Whether a file or folder exists and only this user may change it. */
  public static boolean isPrivate(Path path) {
    try {
      if (!Files.getFileStore(path).supportsFileAttributeView("posix")) {
        return true;
      }
      UserPrincipal user = user();
      return user.equals(Files.getOwner(path, LinkOption.NOFOLLOW_LINKS))
          && user.equals(Files.getOwner(path))
          && Files.getPosixFilePermissions(path).stream().noneMatch(OTHERS_WRITE::contains);
    } catch (IOException | UnsupportedOperationException unreadable) {
      return false;
    }
  }

  /**
   * The name of the user that a file belongs to, unless that is this user or root, who can do
   * anything anyway.
   */
  public static Optional<String> otherOwner(Path file) throws IOException {
    if (!Files.getFileStore(file).supportsFileAttributeView("unix")
        || user().equals(Files.getOwner(file))
        || Integer.valueOf(0).equals(Files.getAttribute(file, "unix:uid"))) {
      return Optional.empty();
    }
    return Optional.of(Files.getOwner(file).getName());
  }

  /**
   * A folder in which this user keeps things from start to start. It creates the folders that are
   * missing, which nobody else may read.
   *
   * @param top the user's folder, such as {@code ~/.cache}
   * @param names folders below it, the innermost last
   * @return the innermost folder; empty if it cannot be made, or a folder on the way is not private
   */
  public static Optional<Path> folder(Path top, String... names) {
    try {
      Path folder = top;
      if (Files.notExists(top)) {
        Files.createDirectories(top, onlyMine(top));
      }
      boolean safe = isPrivate(top);
      for (String name : names) {
        folder = folder.resolve(name);
        if (safe && Files.notExists(folder, LinkOption.NOFOLLOW_LINKS)) {
          Files.createDirectory(folder, onlyMine(top));
        }
        safe &= Files.isDirectory(folder) && isPrivate(folder);
      }
      return safe ? Optional.of(folder) : Optional.empty();
    } catch (IOException | UnsupportedOperationException unwritable) {
      return Optional.empty();
    }
  }

  private static FileAttribute<?>[] onlyMine(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
        }
        : new FileAttribute<?>[0];
  }

  /** The user as whom this process creates files; Java has no other way to ask. */
  private static UserPrincipal user() throws IOException {
    Path created = Files.createTempFile("attune-", ".user");
    try {
      return Files.getOwner(created);
    } finally {
      Files.delete(created);
    }
  }
}
