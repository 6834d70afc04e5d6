package org.attune.cluster.table;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.WholeFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that are no longer part of the tables, with the time at which a manifest dropped them.
 * A later manifest drops earlier manifests too. So a new driver finds, in the manifests of the last
 * day, the files that earlier drivers did not live to delete.
 */
final class Superseded {

  private static final Logger LOG = LoggerFactory.getLogger(Superseded.class);

  private final Storage storage;
  private final int epoch;
  private final Deque<Entry> entries = new ArrayDeque<>();
  private final List<String> left = new ArrayList<>();

  private record Entry(String path, Instant since) {}

  /**
   * @param epoch the epoch of the calling driver
   */
  Superseded(Storage storage, int epoch) {
    this.storage = storage;
    this.epoch = epoch;
  }

  /** Records the files that a manifest dropped. */
  void add(Manifest manifest) {
    manifest.superseded().forEach(path -> entries.add(new Entry(path, manifest.time())));
  }

  /** Finds the files that earlier drivers dropped, and the files that they left behind. */
  void readOlderEpochs() throws IOException {
    entries.clear();
    left.clear();
    List<Entry> found = new ArrayList<>();
    List<String> files = filesOfOlderEpochs();
    for (String file : files) {
      if (file.startsWith(TablePaths.MANIFESTS)) {
        read(file).forEach(found::add);
      }
    }
    Map<String, Instant> latest = new HashMap<>();
    found.forEach(
        entry -> latest.merge(entry.path(), entry.since(), (a, b) -> a.isAfter(b) ? a : b));
    latest.entrySet().stream()
        .map(entry -> new Entry(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparing(Entry::since))
        .forEach(entries::add);
    Set<String> known = latest.keySet();
    files.stream().filter(file -> !known.contains(file)).forEach(left::add);
  }

  /** Files of older epochs that none of those epochs' manifests dropped. */
  List<String> leftByOlderEpochs() {
    return left;
  }

  private List<Entry> read(String path) throws IOException {
    try {
      Manifest manifest =
          Manifest.decode(WholeFile.read(storage, path), storage.describe() + "/" + path);
      return manifest.superseded().stream().map(file -> new Entry(file, manifest.time())).toList();
    } catch (IOException unreadable) {
      LOG.warn("What {} left out is deleted a day from now", path, unreadable);
      return List.of();
    }
  }

  private List<String> filesOfOlderEpochs() throws IOException {
    List<String> files = new ArrayList<>();
    for (String folder : storage.list(TablePaths.ROOT)) {
      for (String name : storage.list(TablePaths.ROOT + "/" + folder)) {
        OptionalInt written = TablePaths.epoch(name);
        if (written.isPresent() && written.getAsInt() < epoch) {
          files.add(TablePaths.ROOT + "/" + folder + "/" + name);
        }
      }
    }
    return files;
  }

  /**
   * Deletes files that were dropped at this time or before, except current ones. A fenced driver
   * may have dropped files that its successor inherited.
   *
   * @throws IOException when a file could not be deleted; it and those after it stay recorded
   */
  void delete(Instant expired, Set<String> currentFiles) throws IOException {
    while (!entries.isEmpty() && !entries.peek().since().isAfter(expired)) {
      if (!currentFiles.contains(entries.peek().path())) {
        storage.delete(entries.peek().path());
      }
      entries.remove();
    }
  }
}
