package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code mvnw} downloads is installed only if it is the pinned Maven. */
class TestMvnw {

  @TempDir private Path folder;

  @Test
  void anArchiveThatDiffersIsNotInstalled() throws Exception {
    Path archive = folder.resolve("mirror/org/apache/maven/apache-maven/3.9.9");
    Files.createDirectories(archive);
    Files.writeString(archive.resolve("apache-maven-3.9.9-bin.tar.gz"), "not Maven");

    assertThat(refused(folder.resolve("mirror")))
        .contains("is not Maven 3.9.9 (its SHA-256 differs); nothing is installed");
  }

  @Test
  void aMirrorWithoutMavenIsNamed() throws Exception {
    assertThat(refused(folder.resolve("none")))
        .contains("did not come; check the network, or set MAVEN_REPOSITORY");
  }

  private String refused(Path mirror) throws IOException, InterruptedException {
    Path home = folder.resolve("home");
    ProcessBuilder mvnw = new ProcessBuilder(Launched.HOME.resolve("mvnw").toString(), "-v");
    mvnw.environment().put("MAVEN_REPOSITORY", mirror.toUri().toString());
    mvnw.environment().put("MAVEN_USER_HOME", home.toString());
    Process process = mvnw.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(1);
    try (Stream<Path> left = Files.list(home)) {
      assertThat(left).isEmpty();
    }
    return said;
  }
}
