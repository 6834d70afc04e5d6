package org.attune.cluster.table;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.parquet.io.DelegatingPositionOutputStream;
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
    this.content = new byte[0];
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
    return new DelegatingPositionOutputStream(written) {
      @Override
      public long getPos() {
        return written.size();
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
    SeekableByteArrayInput bytes = new SeekableByteArrayInput(content);
    return new DelegatingSeekableInputStream(bytes) {
      @Override
      public long getPos() throws IOException {
        return bytes.tell();
      }

      @Override
      public void seek(long position) throws IOException {
        bytes.seek(position);
      }
    };
  }
}
