package org.attune.jobs;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Optional;

/** A disk that took no more: no defect of the program's, and no reason for a stack trace. */
final class FullDisk {

  /** As Linux says ENOSPC and EDQUOT, and HDFS its quotas. */
  private static final List<String> SAID =
      List.of("No space left on device", "Disk quota exceeded", "DSQuotaExceededException");

  private FullDisk() {}

  /** What to tell the user; empty where the failure has another cause. */
  static Optional<String> describe(Throwable failure) {
    int depth = 0;
    for (Throwable cause = failure; cause != null && depth < 20; cause = cause.getCause()) {
      String said = String.valueOf(cause.getMessage());
      if (cause instanceof IOException && SAID.stream().anyMatch(said::contains)) {
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
