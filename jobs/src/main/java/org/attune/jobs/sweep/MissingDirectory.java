package org.attune.jobs.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.api.catalog.Spelling;
import org.attune.api.storage.ShellWord;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;

/**
 * A directory on this disk that a user named, and that is not there.
 *
 * @param given as the user named it
 * @param path its absolute path
 */
public record MissingDirectory(String given, Path path) {

  /** The directory, if it is on this disk and not there. */
  public static Optional<MissingDirectory> of(String given, Storage storage) {
    return storage
        .localFolder()
        .filter(path -> !Files.exists(path))
        .map(path -> new MissingDirectory(given, path));
  }

  /** The topmost folder of its path that is not there: the directory itself, or one above it. */
  public Path topmost() {
    return topmost(path);
  }

  private static Path topmost(Path missing) {
    Path parent = missing.getParent();
    return parent == null || Files.isDirectory(parent) ? missing : topmost(parent);
  }

  /** {@code "; did you mean runs/mqar?"}, a sweep beside it; empty if none has nearly its name. */
  public String hint() {
    String name = path.getFileName().toString();
    List<String> sweeps =
        beside(path).stream()
            .filter(other -> Spelling.nearest(name, List.of(other)).isPresent())
            .filter(other -> holdsSweep(path.resolveSibling(other)))
            .toList();
    return Spelling.nearest(name, sweeps)
        .map(meant -> Path.of(given).resolveSibling(meant).toString())
        .map(meant -> "; did you mean %s?".formatted(ShellWord.path(meant)))
        .orElse("");
  }

  /** Names the missing part of the path, and the existing folder with nearly that name. */
  public String describe() {
    Path missing = topmost();
    return "There is no directory %s: there is no folder %s%s"
        .formatted(
            given,
            missing,
            Spelling.nearest(missing.getFileName().toString(), beside(missing))
                .map(name -> "; did you mean '%s'?".formatted(name))
                .orElse("; check the path, or watch once the run has made it."));
  }

  /** The names of the folders beside a path; none where they cannot be read. */
  private static List<String> beside(Path path) {
    try (Stream<Path> beside = Files.list(path.getParent())) {
      return beside
          .filter(Files::isDirectory)
          .map(folder -> folder.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException unreadable) {
      return List.of();
    }
  }

  /** Whether a folder among others holds a sweep; false if it cannot be looked into. */
  static boolean holdsSweep(Path folder) {
    try {
      return SweepLayout.holdsSweep(new LocalStorage(folder));
    } catch (IOException unreadable) {
      return false;
    }
  }
}
