package org.attune.jobs.console;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.apache.commons.io.function.IORunnable;
import org.apache.hadoop.fs.FSError;

/** Says of a file that the user named why it cannot be written. */
public final class WriteFailure {

  private WriteFailure() {}

  /**
   * Runs what writes a file or into a folder. Its failure names what the user named, not a file of
   * ours that is written first.
   *
   * @param named the user's file or folder
   * @param remedy what to do if the system refuses, such as {@code name another file with --to}
   * @throws InputException if the system does not let it be written
   * @throws FileSystemException if its disk is full
   */
  public static void naming(Path named, String remedy, IORunnable write) throws IOException {
    try {
      filling(named, write);
    } catch (FileSystemException refused) {
      if (FullDisk.describe(refused).isPresent()) {
        throw refused;
      }
      throw new InputException(
          "Cannot write to %s: %s; %s.".formatted(named, reason(refused), remedy));
    }
  }

  /**
   * Runs what fills a file or a folder, and reads elsewhere. Only the failure of a full disk names
   * what the user named: Java names no file that is open.
   *
   * @throws FileSystemException if its disk is full
   */
  public static void filling(Path named, IORunnable write) throws IOException {
    try {
      write.run();
    } catch (IOException | FSError failed) {
      if (FullDisk.describe(failed).isPresent()) {
        throw (IOException)
            new FileSystemException(named.toString(), null, FullDisk.REASON).initCause(failed);
      }
      throw failed;
    }
  }

  /** The reason in words: for most kinds of failure Java gives none. */
  public static String reason(FileSystemException failure) {
    if (failure instanceof AccessDeniedException) {
      return "no permission";
    }
    if (failure instanceof NoSuchFileException) {
      return "no such folder";
    }
    if (failure instanceof FileAlreadyExistsException) {
      return "it exists already";
    }
    if (failure instanceof DirectoryNotEmptyException) {
      return "it is a folder";
    }
    return failure.getReason() == null ? failure.toString() : failure.getReason();
  }
}
