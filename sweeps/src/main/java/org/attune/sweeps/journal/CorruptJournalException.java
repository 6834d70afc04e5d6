package org.attune.sweeps.journal;

import java.io.IOException;
import org.attune.api.storage.ShellWord;

/** A journal is damaged before its end: something other than a crash changed it. */
public final class CorruptJournalException extends IOException {

  CorruptJournalException(String file, long offset, String damage) {
    super(
        "%s is damaged at byte %d: %s; restore it from a copy, or run: attune repair %s"
            .formatted(
                file, offset, damage, ShellWord.path(file.replaceFirst("/journal/[^/]*$", ""))));
  }
}
