package org.attune.jobs.console;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.lang3.exception.ExceptionUtils;

/** Recognizes a full disk. That is no defect of the program and needs no stack trace. */
public final class FullDisk {

  /** Linux's words. */
  static final String REASON = "No space left on device";

  /** The messages of Linux for ENOSPC and EDQUOT, and of HDFS for its quotas. */
  private static final List<String> SAID =
      List.of(REASON, "Disk quota exceeded", "DSQuotaExceededException");

  private FullDisk() {}

  /** The message for the user; empty when the failure has another cause. */
  public static Optional<String> describe(Throwable failure) {
    List<Throwable> causes = ExceptionUtils.getThrowableList(failure);
    if (causes.stream().noneMatch(FullDisk::tells)) {
      return Optional.empty();
    }
    String where =
        causes.stream()
            .filter(FullDisk::tells)
            .filter(FileSystemException.class::isInstance)
            .map(cause -> ((FileSystemException) cause).getFile())
            .filter(Objects::nonNull)
            .map(file -> file + ": ")
            .findFirst() // the outermost: what the user named
            .orElse("");
    return Optional.of(
        "%sthe disk is full. What was written before is safe: make room, and run the same command again."
            .formatted(where));
  }

  private static boolean tells(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    return cause instanceof IOException && SAID.stream().anyMatch(message::contains);
  }
}
