package org.attune.sweeps.journal;

import java.io.IOException;
import org.attune.api.storage.ShellWord;

/** The directory contains no sweep. */
public final class NoSweepException extends IOException {

  NoSweepException(String directory) {
    super(
        "There is no sweep in %s; start one with: attune run SPEC.yaml --out %s"
            .formatted(directory, ShellWord.path(directory)));
  }
}
