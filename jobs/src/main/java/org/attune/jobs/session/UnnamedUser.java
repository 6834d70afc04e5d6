package org.attune.jobs.session;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A user of whom the machine knows a number and no name, as in a container that runs as the user
 * outside it. Hadoop's login needs a name. The home directory of such a user is often the root.
 */
public final class UnnamedUser {

  static final String NAME = "attune";

  private static final String UNKNOWN = "?"; // Java's word

  private UnnamedUser() {}

  /**
   * Logs such a user in, as {@code HADOOP_USER_NAME} or as {@value #NAME}. The directory for
   * temporary files takes the place of a home directory that nothing can be written to. Call this
   * before Spark starts and the log is opened.
   */
  public static void logIn() {
    if (!Files.isWritable(Path.of(System.getProperty("user.home")))) {
      System.setProperty("user.home", System.getProperty("java.io.tmpdir"));
    }
    if (UNKNOWN.equals(System.getProperty("user.name"))) {
      UserGroupInformation.setLoginUser(
          UserGroupInformation.createRemoteUser(
              Optional.ofNullable(System.getenv("HADOOP_USER_NAME")).orElse(NAME)));
    }
  }
}
