package org.attune.jobs.slice;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attune.sweeps.store.SweepLayout;

/**
 * The room that a folder of results may take, so that it can travel.
 *
 * @param folder of the results
 * @param most bytes
 */
record ResultsRoom(Path folder, long most) {

  /** The name of a checkpoint until it is whole. */
  private static final Pattern HALF =
      Pattern.compile(SweepLayout.CHECKPOINTS + "/[.].*[.]zip[.][0-9a-f-]{36}[.]tmp");

  /** The folder's bytes. */
  long bytes() throws IOException {
    return files().stream().mapToLong(ResultsRoom::size).sum();
  }

  /**
   * Deletes checkpoints that a kill left half written, and then others until the folder fits, the
   * largest first. The trials of those begin anew.
   *
   * @return how many whole ones it deleted
   */
  int keep() throws IOException {
    for (Path file : files()) {
      String path = relative(file);
      if (HALF.matcher(path).matches()) {
        Files.delete(file);
      }
    }
    long over = bytes() - most;
    int deleted = 0;
    for (Path file : checkpoints()) {
      if (over <= 0) {
        break;
      }
      over -= size(file);
      Files.delete(file);
      deleted++;
    }
    return deleted;
  }

  private List<Path> checkpoints() throws IOException {
    return files().stream()
        .filter(file -> SweepLayout.isCheckpoint(relative(file)))
        .sorted(Comparator.comparingLong(ResultsRoom::size).reversed())
        .toList();
  }

  /** A file's path in its sweep's directory. */
  private String relative(Path file) {
    Path relative = folder.relativize(file);
    return relative.getNameCount() < 2
        ? ""
        : relative.subpath(1, relative.getNameCount()).toString();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
