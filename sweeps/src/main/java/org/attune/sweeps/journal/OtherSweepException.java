package org.attune.sweeps.journal;

import java.io.IOException;

/** The directory holds the sweep of another spec, or the same on other data. */
public final class OtherSweepException extends IOException {

  OtherSweepException(String directory, SweepHeader there, SweepHeader given) {
    super(
        there.specText().equals(given.specText())
            ? otherData(directory, there, given)
            : "%s holds another sweep, %s; choose another directory with --out, or undo what changed:\n%s"
                .formatted(
                    directory,
                    there.name(),
                    SpecDifference.between(there.specText(), given.specText())));
  }

  private static String otherData(String directory, SweepHeader there, SweepHeader given) {
    return "%s holds this sweep on %s, not on %s; choose another directory with --out, or name that data with --data"
        .formatted(directory, describe(there), describe(given));
  }

  private static String describe(SweepHeader header) {
    return header.data().map(DataFile::describe).orElse("data that its tasks make");
  }
}
