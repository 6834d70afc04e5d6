package org.attune.sweeps.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.api.Content;
import org.attune.api.storage.Storage;

/**
 * A large file's content, followed by a line with a digest of the content and of the file's path. A
 * reader can therefore detect damage, and another file in this one's place. Neither reader nor
 * writer holds the content in memory. A zip archive stays readable by others, which ignore the
 * line.
 *
 * <p>The names of such files end with {@link #NAME_END}. Earlier versions of Attune wrote files
 * with other names, whose line may be absent.
 *
 * @param content the content
 * @param path the file's path in the sweep's directory
 */
public record CheckedContent(Content content, String path) implements Content {

  /** The end of the names of files that have the line. */
  static final String NAME_END = ".sha256.zip";

  private static final String LABEL = "\nattune sha256 ";
  private static final Pattern END = Pattern.compile(LABEL + "([0-9a-f]{64})\n");
  private static final int END_BYTES = LABEL.length() + 64 + 1;
  private static final int BUFFER_BYTES = 1 << 16;

  @Override
  public void writeTo(OutputStream out) throws IOException {
    MessageDigest sha256 = Digest.newDigest();
    content.writeTo(new DigestOutputStream(out, sha256));
    out.write((LABEL + hex(sha256, path) + "\n").getBytes(UTF_8));
  }

  /**
   * Reads a file to its end.
   *
   * @return the length of the content in bytes; empty if it differs from what was written to this
   *     path
   */
  public static OptionalLong check(Storage storage, String path) throws IOException {
    MessageDigest sha256 = Digest.newDigest();
    byte[] buffer = new byte[BUFFER_BYTES];
    int held = 0; // the last bytes read, which may be the line
    long content = 0;
    try (InputStream in = storage.open(path)) {
      for (int read = in.read(buffer, held, buffer.length - held);
          read >= 0;
          read = in.read(buffer, held, buffer.length - held)) {
        held += read;
        int done = Math.max(0, held - END_BYTES);
        sha256.update(buffer, 0, done);
        content += done;
        System.arraycopy(buffer, done, buffer, 0, held - done);
        held -= done;
      }
    }
    Matcher end = END.matcher(new String(buffer, 0, held, UTF_8));
    if (!end.matches()) {
      return path.endsWith(NAME_END)
          ? OptionalLong.empty()
          : OptionalLong.of(content + held); // an earlier version wrote no line
    }
    return hex(sha256, path).equals(end.group(1)) ? OptionalLong.of(content) : OptionalLong.empty();
  }

  /**
   * Whether a file is longer than what was written. It is then damaged, and reading all of it may
   * take for ever.
   *
   * @param written number of bytes that were written, with or without the line
   * @throws java.io.FileNotFoundException if there is none
   */
  public static boolean isLonger(Storage storage, String path, long written) throws IOException {
    return storage.stamp(path).filter(stamp -> stamp.bytes() - END_BYTES > written).isPresent();
  }

  /**
   * Opens a file at its content.
   *
   * @param bytes what {@link #check} returned
   */
  public static InputStream open(Storage storage, String path, long bytes) throws IOException {
    return new FilterInputStream(storage.open(path)) {
      private long left = bytes;

      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] to, int offset, int length) throws IOException {
        int limit = (int) Math.min(length, left);
        int read = limit == 0 && length > 0 ? -1 : super.read(to, offset, limit);
        left -= Math.max(0, read);
        return read;
      }

      @Override
      public long skip(long wanted) throws IOException {
        long skipped = super.skip(Math.min(wanted, left));
        left -= skipped;
        return skipped;
      }

      @Override
      public int available() throws IOException {
        return (int) Math.min(left, super.available());
      }

      @Override
      public boolean markSupported() {
        return false;
      }
    };
  }

  private static String hex(MessageDigest sha256, String path) {
    sha256.update(path.getBytes(UTF_8));
    return HexFormat.of().formatHex(sha256.digest());
  }
}
