package org.attune.sweeps.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;

class TestNamedWrites {

  @Test
  void theErrorOfAFullDiskNamesTheFile() throws Exception {
    try (FileChannel full = FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE)) {
      NamedWrites writes = new NamedWrites(full, Path.of("/runs/gates/journal"));

      assertThatThrownBy(() -> writes.write(new byte[3]))
          .isInstanceOf(FileSystemException.class)
          .hasMessage("/runs/gates/journal: No space left on device");
    }
  }

  @Test
  void aChannelThatIsClosedIsNoErrorOfTheDisk() throws Exception {
    FileChannel closed = FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE);
    closed.close();

    assertThatThrownBy(() -> new NamedWrites(closed, Path.of("x")).write(1))
        .isInstanceOf(ClosedChannelException.class);
  }
}
