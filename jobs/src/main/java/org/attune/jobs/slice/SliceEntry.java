package org.attune.jobs.slice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.jobs.console.InputException;

/**
 * An entry of a pack's list: a line {@code NAME FILE.yaml KEY=VALUE...} for a sweep, or {@code NAME
 * CLASS ARGUMENT...} for a program in Java that prints its results. A sweep's {@code data=FILE} is
 * what {@code --data} is to {@code run}, with a path beside the list.
 *
 * @param name of its folder or file of results
 * @param what the sweep file, beside the list, or the program's class
 * @param words what follows
 */
record SliceEntry(String name, String what, List<String> words) {

  private static final String DATA = "data";
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]*";

  SliceEntry {
    words = List.copyOf(words);
  }

  /**
   * Reads a list. Lines that are empty or begin with {@code #} are for people.
   *
   * @throws InputException with the line that is not an entry
   */
  static List<SliceEntry> read(Path list) throws IOException {
    if (!Files.isRegularFile(list)) {
      throw new InputException("There is no list %s; name one by --list FILE".formatted(list));
    }
    List<SliceEntry> entries = new ArrayList<>();
    List<String> lines = Files.readAllLines(list);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        entries.add(of(line, list + ", line " + (i + 1), entries));
      }
    }
    return entries;
  }

  private static SliceEntry of(String line, String where, List<SliceEntry> before) {
    List<String> words = List.of(line.split("\\s+"));
    String name = words.get(0);
    if (words.size() < 2 || !name.matches(NAME)) {
      throw new InputException(
          "%s: '%s' is not an entry; write NAME FILE.yaml KEY=VALUE..., or NAME CLASS ARGUMENT..."
              .formatted(where, line));
    }
    if (before.stream().anyMatch(entry -> entry.name().equals(name))) {
      throw new InputException(
          "%s: there are two entries '%s', and results have one place each".formatted(where, name));
    }
    SliceEntry entry = new SliceEntry(name, words.get(1), words.subList(2, words.size()));
    if (entry.sweeps()) {
      entry.settings(where);
    }
    return entry;
  }

  /** Whether it is a sweep. */
  boolean sweeps() {
    return what.endsWith(".yaml");
  }

  /** What a sweep sets over its file. */
  Map<String, String> settings() {
    Map<String, String> settings = settings(name);
    settings.remove(DATA);
    return settings;
  }

  /** The path of a sweep's data, beside the list. */
  Optional<String> data() {
    return sweeps() ? Optional.ofNullable(settings(name).get(DATA)) : Optional.empty();
  }

  private Map<String, String> settings(String where) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      if (equals < 1) {
        throw new InputException(
            "%s: '%s' is not KEY=VALUE, such as scale=paper".formatted(where, word));
      }
      settings.put(word.substring(0, equals), word.substring(equals + 1));
    }
    return settings;
  }
}
