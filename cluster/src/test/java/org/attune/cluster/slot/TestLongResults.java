package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.attune.api.storage.DamagedFileException;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.store.WholeFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program may report a million times: its result is long, and it is adopted. */
class TestLongResults {

  @TempDir Path sweep;

  @Test
  void aResultOf65MebibytesIsRead() throws IOException {
    long bytes = 65 << 20;
    write(bytes);

    assertThat(Envelopes.bytes(new LocalStorage(sweep), 1, "t-0", 1)).hasSize((int) bytes);
  }

  @Test
  void aResultWithoutEndDoesNotFillTheMemory() throws IOException {
    write(1L << 40);

    assertThatThrownBy(() -> Envelopes.bytes(new LocalStorage(sweep), 1, "t-0", 1))
        .isInstanceOf(DamagedFileException.class)
        .hasMessageContaining("has more than " + WholeFile.mostInMemory() + " bytes");
  }

  private void write(long bytes) throws IOException {
    Path file = sweep.resolve(SweepLayout.envelope(1, "t-0", 1));
    Files.createDirectories(file.getParent());
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(bytes);
    }
  }
}
