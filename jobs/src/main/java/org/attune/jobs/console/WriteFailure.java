package org.attune.jobs.console;

import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says why the system does not let a file be written. */
public final class WriteFailure {

  private WriteFailure() {}

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
