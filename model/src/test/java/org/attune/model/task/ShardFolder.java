package org.attune.model.task;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/** Token shards in memory, and how many bytes were read of them. */
public final class ShardFolder implements DataOpener {

  private static final int HEADER = 1024;

  final SortedMap<String, byte[]> files = new TreeMap<>();
  long read;

  /** Adds a shard. */
  public ShardFolder with(String name, int tokens, IntUnaryOperator token) {
    ByteBuffer file =
        ByteBuffer.allocate(HEADER + 2 * tokens)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(0, 20240520)
            .putInt(4, 1)
            .putInt(8, tokens);
    for (int i = 0; i < tokens; i++) {
      file.putShort(HEADER + 2 * i, (short) token.applyAsInt(i));
    }
    files.put(name, file.array());
    return this;
  }

  @Override
  public InputStream open(String path) throws FileNotFoundException {
    if (!files.containsKey(path)) {
      throw new FileNotFoundException(path);
    }
    return new ByteArrayInputStream(files.get(path)) {
      @Override
      public synchronized int read(byte[] to, int from, int count) {
        read += count;
        return super.read(to, from, count);
      }
    };
  }

  @Override
  public List<String> files() {
    return List.copyOf(files.keySet());
  }
}
