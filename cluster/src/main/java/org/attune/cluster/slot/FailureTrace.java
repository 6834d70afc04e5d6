package org.attune.cluster.slot;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import org.attune.sweeps.store.Storage;

/** Where an attempt failed, as its executor wrote it. */
public final class FailureTrace {

  private FailureTrace() {}

  /**
   * The stack trace of an attempt; empty when it did not fail, or its executor was lost before it
   * could write one.
   *
   * @throws IOException when it cannot be read
   */
  public static Optional<String> of(Storage storage, long epoch, String trial, int attempt)
      throws IOException {
    try (InputStream json = storage.open(Envelope.path(epoch, trial, attempt))) {
      return Optional.ofNullable(Envelope.read(json).ending().trace());
    } catch (FileNotFoundException | NoSuchFileException notWritten) {
      return Optional.empty();
    }
  }
}
