package org.attune.jobs.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.attune.api.storage.Storage;
import org.attune.api.storage.Storage.Stamp;
import org.attune.sweeps.journal.NoSweepException;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;

/**
 * What {@code status} says of a lab's sweeps. A sweep that no driver runs is read again only when
 * its journal has changed: a lab has hundreds of them.
 */
final class SweepStatuses {

  private static final List<String> JOURNAL = List.of(SweepLayout.EPOCHS, SweepLayout.JOURNALS);

  private final Commands commands;
  private final Set<Path> begun = new HashSet<>();
  private final Map<Path, Ended> ended = new HashMap<>();

  /** The status of a sweep that no driver runs, and the files that it was read from. */
  private record Ended(Map<String, Optional<Stamp>> files, JsonNode status) {}

  SweepStatuses(Commands commands) {
    this.commands = commands;
  }

  /**
   * Whether a directory has a sweep. A driver that starts makes files before the sweep begins. A
   * sweep that cannot be read has begun: its status says what is wrong, and the others go on.
   */
  synchronized boolean begun(Path directory) throws IOException {
    if (begun.contains(directory)) {
      return true;
    }
    if (!Files.isDirectory(directory)) {
      return false;
    }
    Storage storage = new LocalStorage(directory);
    if (!SweepLayout.holdsSweep(storage)) {
      return false;
    }
    try {
      SweepJournal.read(storage);
    } catch (NoSweepException starting) {
      return false;
    } catch (IOException | RuntimeException damaged) {
      return true; // asked again later, for it may be repaired
    }
    begun.add(directory);
    return true;
  }

  /** The status of a sweep that has begun. */
  synchronized JsonNode of(Path directory) throws IOException {
    Map<String, Optional<Stamp>> files = files(new LocalStorage(directory));
    Ended last = ended.get(directory);
    if (last != null && last.files().equals(files)) {
      return last.status();
    }
    JsonNode status = commands.run(List.of("status", directory.toString())).json();
    if (!status.path("driver_alive").asBoolean(true)) { // a refusal says nothing of a driver
      ended.put(directory, new Ended(files, status));
    }
    return status;
  }

  private static Map<String, Optional<Stamp>> files(Storage storage) throws IOException {
    Map<String, Optional<Stamp>> files = new TreeMap<>();
    for (String folder : JOURNAL) {
      for (String name : storage.list(folder)) {
        String path = folder + "/" + name;
        if (!name.startsWith(".")) { // nor a file that is being written
          files.put(path, storage.stamp(path));
        }
      }
    }
    return files;
  }
}
