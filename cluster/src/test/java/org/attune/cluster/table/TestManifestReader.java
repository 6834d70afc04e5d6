package org.attune.cluster.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestManifestReader {
  @TempDir private Path directory;

  @Test
  void aDirectoryWithoutASweepIsNamed() throws IOException {
    ManifestReader reader = new ManifestReader(new LocalStorage(directory));
    assertThat(reader.isSweep()).isFalse();
    assertThatThrownBy(reader::read)
        .isInstanceOf(FileNotFoundException.class)
        .hasMessage("Cannot read %s: it holds no sweep", directory);
  }

  @Test
  void beforeTheFirstPublishThereIsNoManifest() throws IOException {
    Storage storage = new LocalStorage(directory);
    PublishedSweep.begin(storage, PublishedSweep.CLOCK);
    ManifestReader reader = new ManifestReader(storage);
    assertThat(reader.isSweep()).isTrue();
    assertThat(reader.read()).isEmpty();
  }

  @Test
  void anEpochThatHasNotPublishedShowsWhatItTookOver() throws IOException {
    Storage storage = new LocalStorage(directory);
    ManifestReader reader = new ManifestReader(storage);
    PublishedSweep.begin(storage, PublishedSweep.CLOCK).publish(0, List.of());
    PublishedSweep.begin(storage, PublishedSweep.CLOCK);
    TablePublisher third = PublishedSweep.begin(storage, PublishedSweep.CLOCK);
    assertThat(reader.read()).hasValueSatisfying(found -> assertThat(found.epoch()).isEqualTo(1));
    third.publish(0, List.of());
    assertThat(reader.read()).hasValueSatisfying(found -> assertThat(found.epoch()).isEqualTo(3));
  }

  @Test
  void aManifestOfAnotherFormatOrNoneIsRefusedByName() throws IOException {
    Storage storage = new LocalStorage(directory);
    PublishedSweep.begin(storage, PublishedSweep.CLOCK).publish(0, List.of());
    ManifestReader reader = new ManifestReader(storage);
    String path = TablePaths.manifest(1, 1);

    // As earlier versions of Attune named it, without its digest.
    storage.replace("current/000001", (path + "\n").getBytes(UTF_8));
    storage.replace(path, "{\"format\": 2, \"tables\": {}, \"later\": 1}".getBytes(UTF_8));
    assertThatThrownBy(reader::read)
        .hasMessage(
            "Cannot read the manifest %s/%s: it has format 2 and this version of Attune knows 1;"
                + " use the version that wrote it",
            directory, path);
    storage.replace(path, "{\"format\": 1, ".getBytes(UTF_8));
    assertThatThrownBy(reader::read)
        .hasMessageStartingWith("Cannot read the manifest %s/%s: ".formatted(directory, path));
    storage.replace(
        path, "{\"format\": 1, \"tables\": {}, \"published\": \"noon\"}".getBytes(UTF_8));
    assertThatThrownBy(reader::read)
        .hasMessage(
            "Cannot read the manifest %s/%s: 'published' must be a time such as"
                + " 2026-01-31T12:00:00Z, not 'noon'",
            directory, path);
  }
}
