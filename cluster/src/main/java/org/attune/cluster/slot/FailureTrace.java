package org.attune.cluster.slot;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import org.attune.api.storage.Storage;

/** Reads the stack trace that the executor of a failed attempt wrote. */
public final class FailureTrace {

  private FailureTrace() {}

  /**
   * The stack trace of an attempt. It is empty when the attempt did not fail, or when its executor
   * was lost before writing one.
   *
   * @throws IOException when the trace cannot be read
   */
  public static Optional<String> of(Storage storage, long epoch, String trial, int attempt)
      throws IOException {
    try (InputStream json = Envelopes.open(storage, epoch, trial, attempt)) {
      return Optional.ofNullable(Envelope.read(json).ending().trace());
    } catch (FileNotFoundException | NoSuchFileException notWritten) {
      return Optional.empty();
    }
  }
}
