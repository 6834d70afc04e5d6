package org.attune.sweeps.journal;

import java.io.IOException;

/** Another driver is running the sweep. */
public final class LivingDriverException extends IOException {

  /** For the sweep in a directory, as a user would name it. */
  public LivingDriverException(String directory) {
    super(
        "A driver is running the sweep in %s; wait for it, stop it, or take the sweep over with --take-over"
            .formatted(directory));
  }
}
