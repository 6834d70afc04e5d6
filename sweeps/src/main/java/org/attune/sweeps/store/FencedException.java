package org.attune.sweeps.store;

import java.io.IOException;

/** Another driver took the sweep over: this one may write no more. */
public final class FencedException extends IOException {

  public FencedException(String message) {
    super(message);
  }

  public FencedException(String message, Throwable cause) {
    super(message, cause);
  }
}
