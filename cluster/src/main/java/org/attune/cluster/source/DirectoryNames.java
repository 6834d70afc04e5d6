package org.attune.cluster.source;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.cluster.store.Storages;

/**
 * Directories that a user names in one text, separated by commas. A folder of this disk may have a
 * comma in its name, or begin or end with a blank: a name that exists in this form is taken
 * unchanged.
 */
public final class DirectoryNames {

  /** A comma outside the braces of a glob. */
  private static final String BETWEEN = ",(?![^{}]*})";

  private DirectoryNames() {}

  /** The names in a text; blank ones are left out. */
  public static List<String> in(String text) {
    String[] parts = text.split(BETWEEN);
    List<String> names = new ArrayList<>();
    for (int from = 0, to; from < parts.length; from = to) {
      to = parts.length;
      String name = name(joined(parts, from, to));
      while (to > from + 1 && localFolder(name).isEmpty()) {
        name = name(joined(parts, from, --to));
      }
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    return names;
  }

  /** The name as given, if it exists; else without the blanks around it. */
  private static String name(String given) {
    return !given.isBlank() && localFolder(given).isPresent() ? given : given.strip();
  }

  private static String joined(String[] parts, int from, int to) {
    return String.join(",", List.of(parts).subList(from, to));
  }

  /** An existing local folder of exactly this name; Attune reads it without Hadoop. */
  static Optional<Path> localFolder(String directory) {
    try {
      Path path = Path.of(Storages.absolute(directory));
      return path.isAbsolute() && Files.isDirectory(path) ? Optional.of(path) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
