package org.attune.cluster.table;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.attune.sweeps.store.Storage;

/** A storage whose disk is full after so many more files. */
final class FailingStorage implements Storage {
  private final Storage storage;
  private int replacesLeft = Integer.MAX_VALUE;

  FailingStorage(Storage storage) {
    this.storage = storage;
  }

  void failAfter(int replaces) {
    replacesLeft = replaces;
  }

  @Override
  public void replace(String path, byte[] content) throws IOException {
    if (replacesLeft-- == 0) {
      throw new IOException("disk full");
    }
    storage.replace(path, content);
  }

  @Override
  public String describe() {
    return storage.describe();
  }

  @Override
  public boolean exists(String path) throws IOException {
    return storage.exists(path);
  }

  @Override
  public List<String> list(String folder) throws IOException {
    return storage.list(folder);
  }

  @Override
  public InputStream open(String path) throws IOException {
    return storage.open(path);
  }

  @Override
  public boolean createExclusively(String path, byte[] content) throws IOException {
    return storage.createExclusively(path, content);
  }

  @Override
  public AppendFile append(String path) throws IOException {
    return storage.append(path);
  }

  @Override
  public long seal(String path) throws IOException {
    return storage.seal(path);
  }

  @Override
  public Optional<DriverLock> tryLock(String path) throws IOException {
    return storage.tryLock(path);
  }

  @Override
  public void delete(String path) throws IOException {
    storage.delete(path);
  }
}
