package org.attune.cluster.table;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.attune.api.Content;
import org.attune.api.storage.Storage;

/** A storage whose disk is full after a number of further files, or that cannot delete. */
public final class FailingStorage implements Storage {
  private final Storage storage;
  private final AtomicInteger replacesLeft = new AtomicInteger(Integer.MAX_VALUE);
  private volatile boolean answerLost;
  private volatile boolean full;
  private volatile boolean deletesFail;
  private final AtomicInteger written = new AtomicInteger();

  public FailingStorage(Storage storage) {
    this.storage = storage;
  }

  /** Lets this number of files be written. Then one fails, and the ones after it do not. */
  public void failAfter(int replaces) {
    replacesLeft.set(replaces);
    answerLost = false;
  }

  /** As {@link #failAfter}, but the file that fails is written nevertheless. */
  void loseAnswerAfter(int replaces) {
    replacesLeft.set(replaces);
    answerLost = true;
  }

  /** Lets no file be written any more, or all. */
  public void fail(boolean always) {
    full = always;
  }

  void failDeletes(boolean fail) {
    deletesFail = fail;
  }

  /** How many files were written. */
  public int written() {
    return written.get();
  }

  @Override
  public void replace(String path, Content content) throws IOException {
    boolean fails = full || replacesLeft.getAndDecrement() == 0;
    if (!fails || answerLost) {
      storage.replace(path, content);
      written.incrementAndGet();
    }
    if (fails) {
      throw new IOException("disk full");
    }
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
    if (deletesFail) {
      throw new IOException("cannot delete " + path);
    }
    storage.delete(path);
  }
}
