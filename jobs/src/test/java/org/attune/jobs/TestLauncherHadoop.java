package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hadoop reads its settings from the class path, which {@code ./attune} makes. */
class TestLauncherHadoop {

  @TempDir private Path folder;
  private UnpackedLauncher launcher;

  @BeforeEach
  void unpack() throws IOException {
    launcher =
        UnpackedLauncher.in(
            folder, "#!/bin/sh\nwhile [ \"$1\" != -cp ]; do shift; done\necho \"$2\"\n");
  }

  /** It comes last: an archive of classes is of a class path that begins with the jars. */
  @Test
  void theFolderWithHadoopsSettingsIsAtTheEndOfTheClassPath() throws Exception {
    assertThat(launcher.prints("--version", Map.of("HADOOP_CONF_DIR", "/etc/some hadoop/conf")))
        .isEqualTo(jars() + ":/etc/some hadoop/conf\n");
  }

  @Test
  void withoutSuchAFolderOnlyJarsAreOnIt() throws Exception {
    assertThat(launcher.prints("--version", Map.of())).isEqualTo(jars() + "\n");
    assertThat(launcher.prints("--version", Map.of("HADOOP_CONF_DIR", "")))
        .isEqualTo(jars() + "\n");
  }

  private String jars() throws IOException {
    Path lib = folder.toRealPath().resolve("lib");
    return lib.resolve("attune.jar") + ":" + lib + "/spark/jars/*";
  }
}
