package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When {@code ./attune} builds, in a checkout whose {@code mvn} only notes its calls. */
class TestLauncherBuild {

  /** Makes what the launcher looks for; the first build is killed after it, with the launcher. */
  private static final String MAVEN =
      """
      #!/bin/sh
      echo called >> "$CALLS"
      mkdir -p jobs/target cluster/target/spark-home/jars
      echo "no jar" > jobs/target/attune.jar
      if [ "$(wc -l < "$CALLS")" = 1 ]; then
        kill -9 $(ps -o ppid= -p $PPID) $PPID
      fi
      """;

  @TempDir private Path folder;

  @Test
  void aBuildThatWasKilledIsDoneAgainAndAWholeOneIsNot() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path calls = folder.resolve("calls");
    for (String module : List.of("model", "sweeps", "cluster", "jobs")) {
      Files.createDirectories(home.resolve(module));
    }
    Files.writeString(home.resolve("pom.xml"), "<project/>");
    script(bin.resolve("mvn"), MAVEN);
    script(home.resolve("attune"), Files.readString(Launched.HOME.resolve("attune")));
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("PATH", bin + ":" + environment.get("PATH"));
    environment.put("CALLS", calls.toString());
    environment.put("ATTUNE_ARCHIVE", "no");

    for (int builds : new int[] {1, 2, 2}) {
      Launched.Result end =
          Launched.alone(home, environment, home.resolve("attune"), "--version").await();
      assertThat(end.exit()).isNotZero(); // there is no class to run
      assertThat(calls).content().hasLineCount(builds);
    }
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
