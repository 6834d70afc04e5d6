package org.attune.cluster.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestStorages {
  @TempDir private Path folder;

  @Test
  void aPathAndAFileUriAreTheSameLocalFolder() throws IOException {
    Path spaced = folder.resolve("my runs");
    assertThat(Storages.of(spaced.toString())).isInstanceOf(LocalStorage.class);
    assertThat(Storages.of(spaced.toString()).describe()).isEqualTo(spaced.toString());
    assertThat(Storages.of(spaced.toUri().toString()).describe()).isEqualTo(spaced.toString());
    assertThat(Storages.of("file:" + spaced).describe()).isEqualTo(spaced.toString());
  }

  @Test
  void anHdfsPathIsOnHdfs() throws IOException {
    assertThat(Storages.of("hdfs://localhost:1/runs/a").describe())
        .isEqualTo("hdfs://localhost:1/runs/a");
  }

  @Test
  void aHostThatNobodyKnowsIsNamed() {
    assertThatThrownBy(() -> Storages.of("hdfs://nobody.invalid:9000/runs"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "Cannot reach hdfs://nobody.invalid:9000/runs: no host has the name nobody.invalid;"
                + " check the address");
  }

  @Test
  void anObjectStoreIsRefusedWithTheReason() {
    assertThatThrownBy(() -> Storages.of("s3a://bucket/runs"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "Cannot keep a sweep in s3a://bucket/runs: an object store has no forced append and no"
                + " rename, which the journal stands on; give an hdfs:// path or a local folder");
  }

  @Test
  void anUnknownSchemeIsRefusedWithWhatIsKnown() {
    assertThatThrownBy(() -> Storages.of("ftp://host/runs"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "Cannot keep a sweep in ftp://host/runs: the scheme ftp is unknown; give an hdfs://"
                + " path or a local folder");
  }
}
