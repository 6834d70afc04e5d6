package org.attune.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.attune.api.stopping.OwnStoppingRule;
import org.attune.cluster.trial.HadoopData;
import org.attune.cluster.trial.UserData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pipes that nobody writes to, devices without an end, and jars that unpack to gigabytes. */
@Timeout(60)
class TestUnreadableInput {

  private static final Path ENDLESS = Path.of("/dev/zero");

  @TempDir private Path folder;
  private Path pipe;
  private ValidSweep sweep;

  @BeforeEach
  void make() throws Exception {
    pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    sweep = ValidSweep.in(Files.createDirectory(folder.resolve("sweep")));
  }

  @Test
  void aPipeOrADeviceIsNoData() {
    for (Path path : new Path[] {pipe, ENDLESS}) {
      Ran ran = Ran.attune("validate", sweep.spec().toString(), "--data", path.toString());

      assertThat(ran.exit()).isEqualTo(2);
      assertThat(ran.error())
          .isEqualTo(
              "attune: Cannot read --data %s: it is a pipe or a device; write its content to a file.\n"
                  .formatted(path));
    }
  }

  @Test
  void aPipeAmongTheFilesOfAFolderIsNotOpened() {
    UserData data = HadoopData.at(folder.toString());

    String why = "Cannot read %s: it is a pipe or a device, not a file".formatted(pipe);
    assertThatThrownBy(data::files).isInstanceOf(IOException.class).hasMessage(why);
    assertThatThrownBy(data::fingerprint).hasMessage(why);
    assertThatThrownBy(() -> data.open("pipe")).hasMessage(why);
  }

  @Test
  void aPipeOrADeviceIsNoJar() {
    for (Path path : new Path[] {pipe, ENDLESS}) {
      Ran ran = Ran.attune("validate", sweep.spec().toString(), "--jars", path.toString());

      assertThat(ran.exit()).isEqualTo(2);
      assertThat(ran.error())
          .isEqualTo(
              "attune: Cannot read --jars %s: it is a pipe or a device; name a jar\n"
                  .formatted(path));
    }
  }

  @Test
  void aServicesFileThatUnpacksToManyBytesIsRefused() throws IOException {
    Path jar = folder.resolve("bomb.jar");
    String name = "META-INF/services/" + OwnStoppingRule.class.getName();
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream all = new JarOutputStream(out)) {
      all.putNextEntry(new JarEntry(name));
      byte[] lines = "# nothing\n".repeat(100_000).getBytes(UTF_8);
      for (int i = 0; i < 20; i++) {
        all.write(lines);
      }
    }

    Ran ran = Ran.attune("validate", sweep.spec().toString(), "--jars", jar.toString());

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.error())
        .isEqualTo(
            "attune: Cannot read --jars %s: %s has more than 65,536 bytes; it names one class a line\n"
                .formatted(jar, name));
  }
}
