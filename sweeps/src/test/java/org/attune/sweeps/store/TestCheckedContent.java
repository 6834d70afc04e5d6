package org.attune.sweeps.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Random;
import org.attune.api.Content;
import org.attune.api.storage.Storage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestCheckedContent {

  private static final String PATH = "checkpoints/a.sha256.zip";

  @TempDir private Path directory;
  private Storage storage;

  @BeforeEach
  void open() {
    storage = new LocalStorage(directory);
  }

  @Test
  void theContentComesBackAsItWas() throws IOException {
    for (int length : new int[] {0, 1, 78, 79, 80, (1 << 16) - 79, 1 << 16, 200_000}) {
      byte[] content = content(length);
      storage.replace(PATH, new CheckedContent(Content.of(content), PATH));

      OptionalLong checked = CheckedContent.check(storage, PATH);

      assertThat(checked).hasValue(length);
      try (InputStream in = CheckedContent.open(storage, PATH, checked.getAsLong())) {
        assertThat(in.readAllBytes()).isEqualTo(content);
        assertThat(in.read()).isEqualTo(-1);
      }
    }
  }

  @Test
  void everyFlippedBitIsSeenAlsoInTheLineOfTheDigest() throws IOException {
    storage.replace(PATH, new CheckedContent(Content.of(content(50)), PATH));
    byte[] file = Files.readAllBytes(directory.resolve(PATH));
    for (int bit = 0; bit < 8 * file.length; bit++) {
      byte[] flipped = file.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      storage.replace(PATH, flipped);
      assertThat(CheckedContent.check(storage, PATH)).as("bit " + bit).isEmpty();
    }
  }

  @Test
  void aFileInTheMiddleOfWhichSomethingIsMissingIsSeen() throws IOException {
    storage.replace(PATH, new CheckedContent(Content.of(content(50)), PATH));
    byte[] file = Files.readAllBytes(directory.resolve(PATH));

    storage.replace(PATH, Arrays.copyOfRange(file, 10, file.length));

    assertThat(CheckedContent.check(storage, PATH)).isEmpty();
  }

  @Test
  void aFileThatIsCutAnywhereIsSeen() throws IOException {
    storage.replace(PATH, new CheckedContent(Content.of(content(50)), PATH));
    byte[] file = Files.readAllBytes(directory.resolve(PATH));
    for (int length = 0; length < file.length; length++) {
      storage.replace(PATH, Arrays.copyOf(file, length));
      assertThat(CheckedContent.check(storage, PATH)).as("cut to " + length).isEmpty();
    }
  }

  @Test
  void aFileThatReplacedAnotherIsSeen() throws IOException {
    String other = "checkpoints/b.sha256.zip";
    storage.replace(PATH, new CheckedContent(Content.of(content(50)), PATH));
    Files.copy(directory.resolve(PATH), directory.resolve(other));

    assertThat(CheckedContent.check(storage, other)).isEmpty();
    assertThat(CheckedContent.check(storage, PATH)).hasValue(50);
  }

  @Test
  void aFileOfAnEarlierVersionIsReadWhole() throws IOException {
    String earlier = "checkpoints/a.zip";
    byte[] content = content(500);
    storage.replace(earlier, content);
    storage.replace(PATH, content);

    assertThat(CheckedContent.check(storage, earlier)).hasValue(500);
    try (InputStream in = CheckedContent.open(storage, earlier, 500)) {
      assertThat(in.readAllBytes()).isEqualTo(content);
    }
    assertThat(CheckedContent.check(storage, PATH)).isEmpty();
  }

  private static byte[] content(int length) {
    byte[] content = new byte[length];
    new Random(length).nextBytes(content);
    return content;
  }
}
