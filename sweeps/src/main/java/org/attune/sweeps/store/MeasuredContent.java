package org.attune.sweeps.store;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.attune.api.Content;

/** Measures a content while a storage writes it, so that nothing is read twice. */
public final class MeasuredContent implements Content {

  private final Content content;
  private long bytes;

  /** Measures {@code content}. */
  public MeasuredContent(Content content) {
    this.content = content;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    bytes = 0;
    content.writeTo(new Measuring(out));
  }

  /** The length in bytes of what was written last. */
  public long bytes() {
    return bytes;
  }

  private final class Measuring extends FilterOutputStream {
    Measuring(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int value) throws IOException {
      out.write(value);
      bytes++;
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      out.write(from, offset, length);
      bytes += length;
    }
  }
}
