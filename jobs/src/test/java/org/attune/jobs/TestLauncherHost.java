package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The address that {@code ./attune} gives Spark on a host whose name nobody knows. */
class TestLauncherHost {

  @TempDir private Path folder;
  private UnpackedLauncher launcher;

  @BeforeEach
  void unpack() throws IOException {
    launcher =
        UnpackedLauncher.in(
            folder, "#!/bin/sh\necho address ${SPARK_LOCAL_IP:-of Spark\\'s choice}\n");
  }

  @Test
  void aHostWhoseNameNobodyKnowsHasTheLoopbackAddress() throws Exception {
    launcher.script("bin/getent", "#!/bin/sh\nexit 2\n");
    assertThat(launcher.prints("--version", Map.of())).isEqualTo("address 127.0.0.1\n");
  }

  @Test
  void anAddressOfTheUsersStays() throws Exception {
    launcher.script("bin/getent", "#!/bin/sh\nexit 2\n");
    assertThat(launcher.prints("--version", Map.of("SPARK_LOCAL_IP", "10.0.0.7")))
        .isEqualTo("address 10.0.0.7\n");
  }

  @Test
  void sparkChoosesOnAHostThatIsKnown() throws Exception {
    launcher.script("bin/getent", "#!/bin/sh\nexit 0\n");
    assertThat(launcher.prints("--version", Map.of())).isEqualTo("address of Spark's choice\n");
  }
}
