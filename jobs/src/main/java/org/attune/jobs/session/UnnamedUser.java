package org.attune.jobs.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import org.apache.hadoop.security.UserGroupInformation;
import org.attune.api.storage.PrivatePath;
import org.attune.jobs.console.TemporaryFiles;

/**
 * A user for whom the machine has a number and no name, as in a container that runs as the user
 * outside it. Hadoop's login needs a name. The home directory of such a user is often the root.
 */
public final class UnnamedUser {

  static final String NAME = "attune";

  private static final String UNKNOWN = "?"; // Java's word

  private UnnamedUser() {}

  /**
   * Logs such a user in, as {@code HADOOP_USER_NAME} or as {@value #NAME}. A private folder below
   * the directory for temporary files takes the place of a home directory that this user cannot
   * write, or that everybody can: libraries and kernels that are loaded later are kept below it.
   * Call this before Spark starts and the log is opened.
   */
  public static void logIn() {
    if (!isHome(Path.of(System.getProperty("user.home")))) {
      System.setProperty("user.home", home().toString());
    }
    if (UNKNOWN.equals(System.getProperty("user.name"))) {
      UserGroupInformation.setLoginUser(
          UserGroupInformation.createRemoteUser(
              Optional.ofNullable(System.getenv("HADOOP_USER_NAME")).orElse(NAME)));
    }
  }

  private static boolean isHome(Path home) {
    try {
      return Files.isWritable(home)
          && (Files.getFileAttributeView(home, PosixFileAttributeView.class) == null
              || !Files.getPosixFilePermissions(home).contains(PosixFilePermission.OTHERS_WRITE));
    } catch (IOException unreadable) {
      return false;
    }
  }

  /** A home folder, the same one at each start; a new one where another user has taken its name. */
  private static Path home() {
    Path temporary = TemporaryFiles.shared();
    try {
      Path created = Files.createTempDirectory(temporary, "attune-home-");
      String user = Files.getOwner(created).getName().replaceAll("[^A-Za-z0-9_.-]", "_");
      Path lasting = temporary.resolve("attune-home-of-" + user);
      if (PrivatePath.folder(lasting).isEmpty()) {
        return created;
      }
      Files.delete(created);
      return lasting;
    } catch (IOException readOnly) {
      return temporary; // nothing can be planted where nothing can be written
    }
  }
}
