package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
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
  private UnpackedLauncher launcher;

  @BeforeEach
  void unpack() throws IOException {
    launcher = UnpackedLauncher.in(folder, "#!/bin/sh\necho \"$@\"\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "rerun", "bench", "reproduce", "validate", "mcp"})
  void aCommandThatTrainsOrTimesHasVectors(String command) throws Exception {
    assertThat(launcher.prints(command, Map.of()))
        .contains(VECTORS)
        .doesNotContain("TieredStopAtLevel");
  }

  @Test
  void aCommandThatReadsStartsQuickly() throws Exception {
    assertThat(launcher.prints("status", Map.of()))
        .doesNotContain(VECTORS)
        .contains("TieredStopAtLevel");
  }
}
