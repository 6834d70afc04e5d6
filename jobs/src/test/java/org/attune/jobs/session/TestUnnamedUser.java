package org.attune.jobs.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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
    assertThat(System.getProperty("user.home")).isNotEqualTo("?");
  }

  @Test
  void aUserWithANameKeepsIt() throws IOException {
    UnnamedUser.logIn();

    assertThat(UserGroupInformation.getCurrentUser().getShortUserName()).isEqualTo(name);
    assertThat(System.getProperty("user.home")).isEqualTo(home);
  }
}
