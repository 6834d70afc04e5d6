package org.attune.api;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A file's content, which may be larger than memory: it is written piece by piece.
 *
 * <pre>{@code
 * Content state = out -> out.write(new byte[] {1, 2, 3});
 * ByteArrayOutputStream written = new ByteArrayOutputStream();
 * state.writeTo(written);
 * written.size(); // 3
 * }</pre>
 */
@FunctionalInterface
public interface Content {

  /**
   * Writes the whole content; leaves the stream open.
   *
   * @throws IOException if the content cannot be had or the stream takes no more; then no file
   *     appears
   */
  void writeTo(OutputStream out) throws IOException;

  /** The content of an array. */
  static Content of(byte[] bytes) {
    return out -> out.write(bytes);
  }
}
