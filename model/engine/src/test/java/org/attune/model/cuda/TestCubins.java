package org.attune.model.cuda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.model.cuda.device.CardId;
import org.attune.model.cuda.device.DeviceFacts;
import org.attune.model.cuda.device.HostlessCompiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A GPU runs what a cached kernel holds. */
class TestCubins {

  private static final DeviceFacts CARD =
      new DeviceFacts(0, new CardId("", ""), "Card", 9, 0, 1L << 30, 1 << 17);

  @TempDir private Path folder;

  @Test
  void aKernelThatOthersCouldHaveWrittenIsCompiledAgain() throws IOException {
    assertThat(read()).startsWith("linear.cu [-lineinfo] sm_90");
    Path cached;
    try (Stream<Path> files = Files.list(folder)) {
      cached = files.findFirst().orElseThrow();
    }
    Files.writeString(cached, "planted");
    assertThat(read()).as("a file of this user").isEqualTo("planted");

    Files.setPosixFilePermissions(cached, PosixFilePermissions.fromString("rw-rw----"));

    assertThat(read()).startsWith("linear.cu [-lineinfo] sm_90");
  }

  private String read() {
    Cubins cubins = new Cubins(new HostlessCompiler(), Optional.of(folder));
    return new String(cubins.of(CARD, "linear", List.of()), UTF_8);
  }
}
