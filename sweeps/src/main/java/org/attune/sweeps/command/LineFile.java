package org.attune.sweeps.command;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialException;

/**
 * A file of lines that another process writes. The process may append to it, write it anew in
 * place, or put another file in its place: the content says which. Where the file no longer has
 * what was read last, it was written anew and is read from its beginning. The lines that were read
 * last, in the same order, count as read.
 */
final class LineFile {

  private static final int MOST_BYTES = 1 << 20;

  /** What was read is known again by its last bytes. */
  private static final int KNOWN_BYTES = 1 << 18;

  /** The process that writes the file. */
  enum Writer {
    RUNS,
    ENDED_WELL,
    /** It may have been about to write the file anew. */
    WAS_ENDED;

    static Writer ended(boolean well) {
      return well ? ENDED_WELL : WAS_ENDED;
    }
  }

  private final Path path;
  private final BytesRead all = new BytesRead();
  private byte[] known = {}; // the last bytes before the position

  LineFile(Path path) {
    this.path = path;
  }

  /**
   * The complete lines that have not been read before; none while there is no file.
   *
   * @param writer whether the file is final, so that the last line needs no line end
   * @throws TrialException if a line is too long
   */
  List<String> lines(Writer writer) throws IOException, TrialException {
    boolean ended = writer != Writer.RUNS;
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      byte[] read = read(file, all.length() - known.length);
      if (begins(read, known)) {
        int whole = whole(read, known.length, ended);
        byte[] fresh = Arrays.copyOfRange(read, known.length, whole);
        advance(fresh, Arrays.copyOf(read, whole));
        return lines(fresh);
      }
      if (writer != Writer.ENDED_WELL && all.beginWith(file)) {
        return List.of(); // the process is writing again what it wrote before
      }
      byte[] anew = read(file, 0);
      int whole = whole(anew, 0, ended);
      if (whole == 0 && !ended) {
        return List.of();
      }
      List<String> before = lines(known);
      byte[] complete = Arrays.copyOf(anew, whole);
      all.clear();
      advance(complete, complete);
      List<String> now = lines(complete);
      return now.subList(repeated(before, now), now.size());
    } catch (FileNotFoundException | EOFException notNow) {
      return List.of();
    }
  }

  /** The bytes from an offset to the file's present end; at most a longest line of new ones. */
  private byte[] read(RandomAccessFile file, long from) throws IOException {
    long available = Math.max(0, file.length() - from);
    byte[] bytes = new byte[(int) Math.min(known.length + MOST_BYTES, available)];
    file.seek(from);
    int size = 0;
    for (int more = 0; more >= 0 && size < bytes.length; size += Math.max(0, more)) {
      more = file.read(bytes, size, bytes.length - size);
    }
    return Arrays.copyOf(bytes, size);
  }

  private static boolean begins(byte[] bytes, byte[] with) {
    return bytes.length >= with.length
        && Arrays.equals(bytes, 0, with.length, with, 0, with.length);
  }

  /** Where the last complete line ends. */
  private int whole(byte[] bytes, int from, boolean ended) throws TrialException {
    boolean last = ended && bytes.length < known.length + MOST_BYTES;
    int whole = bytes.length;
    while (!last && whole > from && bytes[whole - 1] != '\n') {
      whole--;
    }
    if (whole == from && bytes.length - from >= MOST_BYTES) {
      throw new TrialException(
          Cause.TRIAL_FAULT,
          "Cannot read the metrics file: a line of it is longer than %,d bytes"
              .formatted(MOST_BYTES));
    }
    return whole;
  }

  /**
   * @param before the last bytes that have been read, the fresh ones at their end
   */
  private void advance(byte[] fresh, byte[] before) {
    all.add(fresh);
    known = Arrays.copyOfRange(before, Math.max(0, before.length - KNOWN_BYTES), before.length);
  }

  private static List<String> lines(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.isBlank())
        .toList();
  }

  /** How many of the first lines now are the last lines before. */
  private static int repeated(List<String> before, List<String> now) {
    int most = Math.min(before.size(), now.size());
    while (most > 0
        && !before.subList(before.size() - most, before.size()).equals(now.subList(0, most))) {
      most--;
    }
    return most;
  }
}
