package org.attune.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder for temporary files that {@code ./attune} makes, and that a killed one leaves. */
class TestLauncherTemporaryFiles {

  @TempDir private Path folder;

  @BeforeEach
  void unpack() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/flock")), "no flock");
    Path shared = Files.createDirectory(folder.resolve("tmp"));
    UnpackedLauncher launcher =
        UnpackedLauncher.in(
            folder,
            """
        #!/bin/sh
        for word; do case $word in -Djava.io.tmpdir=*) own=${word#*=};; esac; done
        mkdir "$own/spark-1" && ln -s "$HERE" "$own/spark-1/link"
        echo "$own"
        read -r end
        """);
    String text = Files.readString(folder.resolve("attune"));
    launcher.script("attune", text.replace("shared=/tmp ", "shared=" + shared + " "));
  }

  @Test
  void aRunDeletesTheFoldersOfKilledRunsAndNoOthers() throws Exception {
    Path shared = folder.resolve("tmp");
    Path users = Files.createDirectories(shared.resolve("attune-run-of-mine/sub"));
    Files.createFile(users.resolveSibling("lock"));
    Path link = Files.createSymbolicLink(shared.resolve("attune-run-aLink000"), folder);
    Files.createFile(folder.resolve("lock")); // through the link this would be a run's
    Path unlocked = Files.createDirectory(shared.resolve("attune-run-begins00"));
    Path linked = Files.createDirectory(shared.resolve("attune-run-linked00"));
    Files.createSymbolicLink(linked.resolve("lock"), folder.resolve("lock"));
    Process living = launch();
    Path ofLiving = own(living);
    Process killed = launch();
    Path ofKilled = own(killed);
    killed.destroyForcibly().waitFor();

    Process next = launch();

    assertThat(own(next)).isDirectory().isNotEqualTo(ofLiving).hasParent(shared);
    assertThat(ofKilled).doesNotExist();
    assertThat(ofLiving.resolve("spark-1/link")).exists();
    assertThat(users).exists();
    assertThat(unlocked).exists();
    assertThat(linked).exists();
    assertThat(link).isSymbolicLink();
    assertThat(folder.resolve("attune")).exists();
    next.destroyForcibly().waitFor();
    living.destroyForcibly().waitFor();
  }

  @Test
  void aFolderOfTheUsersChoiceStays() throws Exception {
    Process java = launch("ATTUNE_JAVA_OPTS", "-Djava.io.tmpdir=" + folder.resolve("lib"));

    assertThat(own(java)).isEqualTo(folder.resolve("lib"));
    java.destroyForcibly().waitFor();
    assertThat(folder.resolve("tmp")).isEmptyDirectory();
  }

  private Process launch(String... variable) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(folder.resolve("attune").toString(), "--version")
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    Map<String, String> environment = builder.environment();
    environment.put("JAVA_HOME", folder.toString());
    environment.put("ATTUNE_ARCHIVE", "no");
    environment.put("HERE", folder.toString());
    environment.remove("ATTUNE_JAVA_OPTS");
    for (int i = 0; i < variable.length; i += 2) {
      environment.put(variable[i], variable[i + 1]);
    }
    return builder.start();
  }

  private static Path own(Process java) throws IOException {
    BufferedReader reader = java.inputReader(UTF_8);
    return Path.of(reader.readLine());
  }
}
