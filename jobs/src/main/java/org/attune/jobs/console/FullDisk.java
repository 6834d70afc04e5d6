package org.attune.jobs.console;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Optional;

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
    int depth = 0;
    for (Throwable cause = failure; cause != null && depth < 20; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      if (cause instanceof IOException && SAID.stream().anyMatch(message::contains)) {
        String where =
            cause instanceof FileSystemException file && file.getFile() != null
                ? file.getFile() + ": "
                : "";
        return Optional.of(
            "%sthe disk is full. What was written before is safe: make room, and run the same command again."
                .formatted(where));
      }
      depth++;
    }
    return Optional.empty();
  }
}
