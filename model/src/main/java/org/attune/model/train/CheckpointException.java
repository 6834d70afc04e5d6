package org.attune.model.train;

import java.io.IOException;

/** A checkpoint cannot be begun from: it is spoiled, or another network's. */
public final class CheckpointException extends IOException {

  private static final long serialVersionUID = 1L;

  CheckpointException(String message) {
    super(message);
  }

  public CheckpointException(String message, Throwable cause) {
    super(message, cause);
  }
}
