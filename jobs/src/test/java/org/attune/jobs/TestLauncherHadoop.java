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

/** Hadoop reads its settings from the class path, which {@code ./attune} makes. */
class TestLauncherHadoop {

  @TempDir private Path folder;

  @BeforeEach
  void unpack() throws IOException {
    script("attune", Files.readString(Launched.HOME.resolve("attune")));
    Files.createDirectories(folder.resolve("lib/spark/jars"));
    Files.createFile(folder.resolve("lib/attune.jar"));
    Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    script("bin/java", "#!/bin/sh\nwhile [ \"$1\" != -cp ]; do shift; done\necho \"$2\"\n");
  }

  /** It comes last: an archive of classes is of a class path that begins with the jars. */
  @Test
  void theFolderWithHadoopsSettingsIsAtTheEndOfTheClassPath() throws Exception {
    assertThat(launch(Map.of("HADOOP_CONF_DIR", "/etc/some hadoop/conf")))
        .isEqualTo(jars() + ":/etc/some hadoop/conf\n");
  }

  @Test
  void withoutSuchAFolderOnlyJarsAreOnIt() throws Exception {
    assertThat(launch(Map.of())).isEqualTo(jars() + "\n");
    assertThat(launch(Map.of("HADOOP_CONF_DIR", ""))).isEqualTo(jars() + "\n");
  }

  private String jars() throws IOException {
    Path lib = folder.toRealPath().resolve("lib");
    return lib.resolve("attune.jar") + ":" + lib + "/spark/jars/*";
  }

  private String launch(Map<String, String> further) throws Exception {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.remove("HADOOP_CONF_DIR");
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
