package org.attune.jobs.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.io.function.IOPredicate;
import picocli.CommandLine.Option;

/** The option {@code --force}: without it a command replaces only files that Attune wrote. */
public final class ForceOption {

  @Option(
      names = "--force",
      description = "Replace a file that Attune did not write; default: refuse to.")
  private boolean force;

  /**
   * Refuses an existing file, unless it is empty, Attune wrote it, or the user wants it replaced.
   * Devices and pipes are not files.
   *
   * @param file what {@code --to} named
   * @param written whether Attune wrote a file
   * @throws InputException if the file must stay
   */
  public void requireReplaceable(Path file, IOPredicate<Path> written) throws IOException {
    if (!force && Files.isRegularFile(file) && Files.size(file) > 0 && !written.test(file)) {
      throw new InputException(
          "Cannot write to %s: it exists already; choose another place with --to, or replace it with --force."
              .formatted(file));
    }
  }

  /**
   * Refuses what cannot be a file, too.
   *
   * @throws InputException if it is a folder, or lies in none
   */
  public void requireWritable(Path file, IOPredicate<Path> written) throws IOException {
    Path folder = file.toAbsolutePath().resolveSibling("");
    if (Files.isDirectory(file) || !Files.isDirectory(folder)) {
      throw new InputException(
          "Cannot write to %s: %s; name a file in an existing folder with --to."
              .formatted(
                  file, Files.isDirectory(file) ? "it is a folder" : "there is no " + folder));
    }
    requireReplaceable(file, written);
  }
}
