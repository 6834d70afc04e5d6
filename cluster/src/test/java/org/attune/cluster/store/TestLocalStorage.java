package org.attune.cluster.store;

import java.nio.file.Path;
import java.util.UUID;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.io.TempDir;

class TestLocalStorage extends StorageContract {
  @TempDir private Path disk;

  @Override
  Storage fresh() {
    return new LocalStorage(disk.resolve(UUID.randomUUID().toString()));
  }
}
