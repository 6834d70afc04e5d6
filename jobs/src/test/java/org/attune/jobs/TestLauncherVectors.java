package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each command of {@code ./attune} that trains or times a trial has Java's vectors. */
class TestLauncherVectors {

  private static final String VECTORS = "--add-modules=jdk.incubator.vector";

  @TempDir private Path folder;

  @BeforeEach
  void unpack() throws IOException {
    script("attune", Files.readString(Launched.HOME.resolve("attune")));
    Files.createDirectories(folder.resolve("lib/spark/jars"));
    Files.createFile(folder.resolve("lib/attune.jar"));
    Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    script("bin/java", "#!/bin/sh\necho \"$@\"\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "rerun", "bench", "reproduce", "validate", "mcp"})
  void aCommandThatTrainsOrTimesHasVectors(String command) throws Exception {
    assertThat(launch(command)).contains(VECTORS).doesNotContain("TieredStopAtLevel");
  }

  @Test
  void aCommandThatReadsStartsQuickly() throws Exception {
    assertThat(launch("status")).doesNotContain(VECTORS).contains("TieredStopAtLevel");
  }

  private String launch(String command) throws Exception {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
    environment.put("JAVA_HOME", folder.toString());
    environment.put("ATTUNE_ARCHIVE", "no");
    return Launched.alone(folder, environment, folder.resolve("attune"), command).await().output();
  }

  private void script(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
