package org.attune.sweeps.store;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/**
 * Writes to an open file. Where that fails, as on a full disk, the error names the file: Java names
 * one only where it cannot be opened.
 */
final class NamedWrites extends OutputStream {

  private final FileChannel channel;
  private final Path file;

  /**
   * Writes to a channel.
   *
   * @param file what an error names; it may be the file whose place the written one takes
   */
  NamedWrites(FileChannel channel, Path file) {
    this.channel = channel;
    this.file = file;
  }

  @Override
  public void write(int octet) throws IOException {
    write(new byte[] {(byte) octet}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(bytes, offset, length);
    try {
      while (left.hasRemaining()) {
        channel.write(left);
      }
    } catch (ClosedChannelException closed) {
      throw closed; // by an interrupt, which callers tell apart
    } catch (IOException failed) {
      throw (IOException)
          new FileSystemException(file.toString(), null, failed.getMessage()).initCause(failed);
    }
  }
}
