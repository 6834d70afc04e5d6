package org.attune.jobs.session;

import java.util.Optional;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A user of whom the machine knows a number and no name, as in a container that runs as the user
 * outside it. Hadoop's login needs a name, and Java's "?" for the home directory is none.
 */
public final class UnnamedUser {

  static final String NAME = "attune";

  private static final String UNKNOWN = "?"; // Java's word for both

  private UnnamedUser() {}

  /**
   * Logs such a user in: as {@code HADOOP_USER_NAME}, or as {@value #NAME}. The home directory is
   * {@code HOME}, or the one for temporary files. Call this before Spark starts.
   */
  public static void logIn() {
    if (UNKNOWN.equals(System.getProperty("user.home"))) {
      System.setProperty("user.home", of("HOME", System.getProperty("java.io.tmpdir")));
    }
    if (UNKNOWN.equals(System.getProperty("user.name"))) {
      UserGroupInformation.setLoginUser(
          UserGroupInformation.createRemoteUser(of("HADOOP_USER_NAME", NAME)));
    }
  }

  private static String of(String variable, String otherwise) {
    return Optional.ofNullable(System.getenv(variable)).orElse(otherwise);
  }
}
