package org.attune.model.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** Reads texts in UTF-8. */
public final class Utf8File {

  private static final int PIECE = 1 << 16; // characters decoded at a time

  private Utf8File() {}

  /**
   * Reads a whole text.
   *
   * @param file its name, for messages
   * @param limit maximum number of bytes
   * @throws DataException if it is empty, longer than the limit, or not UTF-8 text
   */
  public static byte[] read(InputStream in, String file, int limit) throws IOException {
    byte[] text = in.readNBytes(limit);
    if (text.length == 0) {
      throw new DataException(file, "", "it is empty");
    }
    if (text.length == limit && in.read() >= 0) {
      throw new DataException(
          file, "byte " + limit, "the text goes on; this is the largest size that is read");
    }
    requireText(text, file);
    return text;
  }

  private static void requireText(byte[] text, String file) throws DataException {
    for (int i = 0; i < text.length; i++) {
      if (text[i] == 0) {
        throw new DataException(file, "byte " + i, "a zero byte: this is not text");
      }
    }
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(text);
    CharBuffer out = CharBuffer.allocate(PIECE);
    while (true) {
      CoderResult result = decoder.decode(in, out, true);
      if (result.isError()) {
        throw new DataException(file, "byte " + in.position(), "not UTF-8; save the text as UTF-8");
      }
      if (result.isUnderflow()) {
        return;
      }
      out.clear();
    }
  }
}
