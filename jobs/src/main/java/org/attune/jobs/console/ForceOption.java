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
   * @param written whether Attune wrote a file
   * @param option the option that named the file
   * @throws InputException if the file must stay
   */
  public void requireReplaceable(Path file, IOPredicate<Path> written, String option)
      throws IOException {
    if (!force && Files.isRegularFile(file) && Files.size(file) > 0 && !written.test(file)) {
      throw new InputException(
          "Cannot write to %s: it exists already; choose another place with %s, or replace it with --force."
              .formatted(file, option));
    }
  }
}
