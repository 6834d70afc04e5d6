package org.attune.jobs.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.security.UserGroupInformation;
import org.attune.api.storage.PrivatePath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestUnnamedUser {

  private final String name = System.getProperty("user.name");
  private final String home = System.getProperty("user.home");

  @AfterEach
  void restore() {
    System.setProperty("user.name", name);
    System.setProperty("user.home", home);
    UserGroupInformation.reset();
  }

  @Test
  void aUserWithoutANameHasOneForHadoopAndAHome() throws IOException {
    System.setProperty("user.name", "?");
    System.setProperty("user.home", "?");

    UnnamedUser.logIn();

    assertThat(UserGroupInformation.getCurrentUser().getShortUserName())
        .isEqualTo(UnnamedUser.NAME);
    Path home = Path.of(System.getProperty("user.home"));
    assertThat(home).isDirectory();
    assertThat(PrivatePath.isPrivate(home)).as("%s is private", home).isTrue();
  }

  @Test
  void aUserWithANameKeepsIt() throws IOException {
    UnnamedUser.logIn();

    assertThat(UserGroupInformation.getCurrentUser().getShortUserName()).isEqualTo(name);
    assertThat(System.getProperty("user.home")).isEqualTo(home);
  }

  @Test
  void aHomeThatEverybodyCanWriteIsNone(@TempDir Path common) throws IOException {
    Files.setPosixFilePermissions(common, PosixFilePermissions.fromString("rwxrwxrwx"));
    System.setProperty("user.home", common.toString());

    UnnamedUser.logIn();

    Path home = Path.of(System.getProperty("user.home"));
    assertThat(home).isNotEqualTo(common);
    assertThat(PrivatePath.isPrivate(home)).isTrue();
  }
}
