package org.attune.cluster.table;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.SeekableInputStream;

/**
 * A Parquet file in memory. Files are built here first, so that any {@code Storage} can store them
 * whole.
 */
final class MemoryFile implements OutputFile, InputFile {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final byte[] content;

  /** An empty file to write to. */
  MemoryFile() {
    this.content = null;
  }

  /** A file to read from. */
  MemoryFile(byte[] content) {
    this.content = content;
  }

  byte[] written() {
    return written.toByteArray();
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) {
    return new PositionOutputStream() {
      @Override
      public long getPos() {
        return written.size();
      }

      @Override
      public void write(int b) {
        written.write(b);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) {
        written.write(bytes, offset, length);
      }
    };
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) {
    written.reset();
    return create(blockSizeHint);
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return 0;
  }

  @Override
  public long getLength() {
    return content.length;
  }

  @Override
  public SeekableInputStream newStream() {
    Cursor cursor = new Cursor(content);
    return new DelegatingSeekableInputStream(cursor) {
      @Override
      public long getPos() {
        return cursor.position();
      }

      @Override
      public void seek(long position) {
        cursor.seek(Math.toIntExact(position));
      }
    };
  }

  private static final class Cursor extends ByteArrayInputStream {
    Cursor(byte[] content) {
      super(content);
    }

    int position() {
      return pos;
    }

    void seek(int position) {
      pos = position;
    }
  }
}
