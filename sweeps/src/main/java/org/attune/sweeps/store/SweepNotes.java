package org.attune.sweeps.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.attune.api.storage.Storage;

/**
 * What people wrote about a sweep: a file in its directory with a line for each note, time first.
 * No result depends on it, so anyone may edit it.
 */
public record SweepNotes(Storage storage) {

  /** The file's name in the directory. */
  static final String PATH = "notes.txt";

  private static final int MOST_BYTES = 1 << 20;

  /** The file's lines, the oldest note first. */
  public List<String> lines() throws IOException {
    return storage.exists(PATH)
        ? new String(WholeFile.read(storage, PATH, MOST_BYTES), UTF_8)
            .lines()
            .filter(line -> !line.isBlank())
            .toList()
        : List.of();
  }

  /** The notes, the oldest first. */
  public List<SweepNote> notes() throws IOException {
    return lines().stream().map(SweepNote::of).toList();
  }

  /** The lines of the notes on a trial, the oldest first. */
  public List<String> ofTrial(String trial) throws IOException {
    return lines().stream()
        .filter(line -> SweepNote.of(line).trial().filter(trial::equals).isPresent())
        .toList();
  }

  /** Adds a note; its lines become one. */
  public void add(String note, Instant now) throws IOException {
    String line =
        now.truncatedTo(ChronoUnit.SECONDS) + " " + note.strip().replaceAll("\\R\\s*", " ");
    StringBuilder text = new StringBuilder();
    lines().forEach(before -> text.append(before).append('\n'));
    storage.replace(PATH, text.append(line).append('\n').toString().getBytes(UTF_8));
  }
}
