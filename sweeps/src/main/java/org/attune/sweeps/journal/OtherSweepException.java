package org.attune.sweeps.journal;

import java.io.IOException;

/** The directory holds the sweep of another spec. */
public final class OtherSweepException extends IOException {

  OtherSweepException(String directory, String sweep, String difference) {
    super(
        "%s holds another sweep, %s; choose another directory with --out, or undo what changed:\n%s"
            .formatted(directory, sweep, difference));
  }
}
