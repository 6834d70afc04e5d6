package org.attune.model.train;

import java.io.IOException;

/**
 * A training cannot start from a checkpoint: the file is damaged, or it belongs to a different
 * network.
 */
public final class CheckpointException extends IOException {

  private static final long serialVersionUID = 1L;

  CheckpointException(String message) {
    super(message);
  }

  public CheckpointException(String message, Throwable cause) {
    super(message, cause);
  }
}
