package org.attune.jobs.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.WholeFile;

/**
 * What people wrote about a sweep: a file in its directory with a line for each note, time first.
 * Nothing but {@code note}, {@code list runs} and {@code status} reads it, so anyone may edit it.
 */
record SweepNotes(Storage storage) {

  /** The file's name in the directory. */
  static final String PATH = "notes.txt";

  private static final int MOST_BYTES = 1 << 20;

  /** The notes, the oldest first. */
  List<String> lines() throws IOException {
    return storage.exists(PATH)
        ? new String(WholeFile.read(storage, PATH, MOST_BYTES), UTF_8)
            .lines()
            .filter(line -> !line.isBlank())
            .toList()
        : List.of();
  }

  /** The notes on a trial, the oldest first. */
  List<String> ofTrial(String trial) throws IOException {
    return lines().stream().filter(line -> line.contains(" " + onTrial(trial))).toList();
  }

  /** What a note on a trial begins with. */
  static String onTrial(String trial) {
    return "trial " + trial + ": ";
  }

  /** Adds a note; its lines become one. */
  void add(String note, Instant now) throws IOException {
    String line =
        now.truncatedTo(ChronoUnit.SECONDS) + " " + note.strip().replaceAll("\\R\\s*", " ");
    StringBuilder text = new StringBuilder();
    lines().forEach(before -> text.append(before).append('\n'));
    storage.replace(PATH, text.append(line).append('\n').toString().getBytes(UTF_8));
  }
}
