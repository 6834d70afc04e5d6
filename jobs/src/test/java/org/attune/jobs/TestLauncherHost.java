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

/** The address that {@code ./attune} gives Spark on a host whose name nobody knows. */
class TestLauncherHost {

  @TempDir private Path folder;

  @BeforeEach
  void unpack() throws IOException {
    script("attune", Files.readString(Launched.HOME.resolve("attune")));
    Files.createDirectories(folder.resolve("lib/spark/jars"));
    Files.createFile(folder.resolve("lib/attune.jar"));
    Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    script("bin/java", "#!/bin/sh\necho address ${SPARK_LOCAL_IP:-of Spark\\'s choice}\n");
  }

  @Test
  void aHostWhoseNameNobodyKnowsHasTheLoopbackAddress() throws Exception {
    script("bin/getent", "#!/bin/sh\nexit 2\n");
    assertThat(launch(Map.of())).isEqualTo("address 127.0.0.1\n");
  }

  @Test
  void anAddressOfTheUsersStays() throws Exception {
    script("bin/getent", "#!/bin/sh\nexit 2\n");
    assertThat(launch(Map.of("SPARK_LOCAL_IP", "10.0.0.7"))).isEqualTo("address 10.0.0.7\n");
  }

  @Test
  void sparkChoosesOnAHostThatIsKnown() throws Exception {
    script("bin/getent", "#!/bin/sh\nexit 0\n");
    assertThat(launch(Map.of())).isEqualTo("address of Spark's choice\n");
  }

  private String launch(Map<String, String> further) throws Exception {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.remove("SPARK_LOCAL_IP");
    environment.remove("SPARK_LOCAL_HOSTNAME");
    environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
    environment.put("JAVA_HOME", folder.toString());
    environment.put("ATTUNE_ARCHIVE", "no");
    environment.putAll(further);
    return Launched.alone(folder, environment, folder.resolve("attune"), "--version")
        .await()
        .output();
  }

  private void script(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
