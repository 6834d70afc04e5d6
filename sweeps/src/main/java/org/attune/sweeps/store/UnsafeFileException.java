package org.attune.sweeps.store;

import java.io.IOException;

/**
 * A sweep's directory has a link, a pipe or a name that leads out of it. The message is for people,
 * and complete without a stack trace.
 */
public final class UnsafeFileException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * @param message what is there, and what to do
   */
  public UnsafeFileException(String message) {
    super(message);
  }
}
