package org.attune.cluster.table;

import java.io.IOException;
import java.io.InputStream;
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
import org.attune.sweeps.store.Storage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that are no longer part of the tables, and since when: what each manifest left out.
 * Manifests are files that a later one leaves out, so that a new driver finds in those of the last
 * day what earlier drivers did not live to delete.
 */
final class Superseded {

  private static final Logger LOG = LoggerFactory.getLogger(Superseded.class);

  private final Storage storage;
  private final int epoch;
  private final Deque<Entry> entries = new ArrayDeque<>();
  private final List<String> left = new ArrayList<>();

  private record Entry(String path, Instant since) {}

  /**
   * @param epoch of the driver that asks
   */
  Superseded(Storage storage, int epoch) {
    this.storage = storage;
    this.epoch = epoch;
  }

  /** Remembers what a manifest left out. */
  void add(Manifest manifest) {
    manifest.superseded().forEach(path -> entries.add(new Entry(path, manifest.time())));
  }

  /** Finds what drivers before this one left out, and what they left behind. */
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

  /** Files of older epochs that no manifest of theirs left out. */
  List<String> leftByOlderEpochs() {
    return left;
  }

  private List<Entry> read(String path) throws IOException {
    byte[] json;
    try (InputStream in = storage.open(path)) {
      json = in.readAllBytes();
    }
    try {
      Manifest manifest = Manifest.decode(json, storage.describe() + "/" + path);
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
   * Deletes what was left out at a time or before it, unless it is in force: a driver that was
   * taken over may have left out what its successor inherited.
   *
   * @throws IOException when one could not be deleted; it and those after it stay remembered
   */
  void delete(Instant expired, Set<String> inForce) throws IOException {
    while (!entries.isEmpty() && !entries.peek().since().isAfter(expired)) {
      if (!inForce.contains(entries.peek().path())) {
        storage.delete(entries.peek().path());
      }
      entries.remove();
    }
  }
}
