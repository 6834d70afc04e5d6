package org.attune.sweeps.command;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialException;

/** A growing file to which another process appends lines. */
final class LineFile {

  private static final int MOST_BYTES = 1 << 20;

  private final Path path;
  private long position;

  LineFile(Path path) {
    this.path = path;
  }

  /**
   * The complete lines that have not been read before.
   *
   * @param ended whether the file is final, so that the last line needs no line end
   * @throws TrialException if a line is too long
   */
  List<String> lines(boolean ended) throws IOException, TrialException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      byte[] bytes = new byte[(int) Math.min(MOST_BYTES, file.length() - position)];
      file.seek(position);
      file.readFully(bytes);
      boolean last = ended && position + bytes.length == file.length();
      int whole = bytes.length;
      while (!last && whole > 0 && bytes[whole - 1] != '\n') {
        whole--;
      }
      if (whole == 0 && bytes.length == MOST_BYTES) {
        throw new TrialException(
            Cause.TRIAL_FAULT,
            "Cannot read the metrics file: a line of it is longer than %,d bytes"
                .formatted(MOST_BYTES),
            null);
      }
      position += whole;
      return new String(bytes, 0, whole, StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank())
          .toList();
    }
  }
}
