package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attune.jobs.console.ExitCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attune on JDKs other than the one that built it. */
class OtherJdksIT {

  private static final Path JDKS = Path.of("/usr/lib/jvm");

  /** JDKs of this machine, later than 17; none where Debian's folder has none. */
  private static List<Path> later() throws IOException {
    if (!Files.isDirectory(JDKS)) {
      return List.of();
    }
    List<Path> later = new ArrayList<>();
    try (Stream<Path> all = Files.list(JDKS)) {
      for (Path jdk : all.filter(home -> Files.isReadable(home.resolve("release"))).toList()) {
        if (Files.readString(jdk.resolve("release"))
            .matches("(?s).*JAVA_VERSION=\"(1[89]|[2-9]\\d)\\b.*")) {
          later.add(jdk);
        }
      }
    }
    return later;
  }

  /** Slow: the launcher builds again, with the Hadoop that starts on such a JDK. */
  @Test
  @Tag("soak")
  void aLaterJdkPlansAndTimesASweep() throws Exception {
    List<Path> jdks = later();
    assumeThat(jdks).as("skipped: there is no JDK after 17 in %s", JDKS).isNotEmpty();
    for (Path jdk : jdks) {
      Launched.Result validated =
          Launched.attuneOn(jdk, "validate", Launched.HOME.resolve("sweeps/quickstart.yaml"))
              .await();

      assertThat(validated.exit()).as(validated.error()).isZero();
      assertThat(validated.output()).contains("sweep quickstart is valid");
    }
  }

  @Test
  void anOlderJavaIsRefused(@TempDir Path jdk) throws Exception {
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
    Path java = Files.createDirectories(jdk.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\nexit 9\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();

    Launched.Result refused =
        Launched.program(Map.of("JAVA_HOME", jdk.toString()), "attune", "list").await();

    assertThat(refused.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(refused.error()).contains("needs Java 17 or later").contains("is 11");
  }
}
