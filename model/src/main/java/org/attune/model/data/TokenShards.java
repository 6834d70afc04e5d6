package org.attune.model.data;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A corpus of token numbers in several files, read piece by piece. A file has a header of 256
 * 32-bit integers, little-endian: {@value #MAGIC}, {@value #VERSION}, the number of tokens, zeros.
 * Then come the tokens, 16 bits each, unsigned.
 */
public final class TokenShards {

  private static final int MAGIC = 20240520;
  private static final int VERSION = 1;
  private static final int HEADER = 256 * Integer.BYTES;
  private static final int BYTES = Short.BYTES; // of a token
  private static final int BUFFER = 1 << 16;

  private final List<Shard> shards;
  private final Opener opener;
  private final int vocabulary;
  private final long count;

  /**
   * A file of the corpus.
   *
   * @param path below the folder
   * @param tokens its number of tokens
   */
  public record Shard(String path, long tokens) {}

  /** Opens a file below the folder. */
  @FunctionalInterface
  public interface Opener {
    InputStream open(String path) throws IOException;
  }

  private TokenShards(List<Shard> shards, Opener opener, int vocabulary) {
    this.shards = List.copyOf(shards);
    this.opener = opener;
    this.vocabulary = vocabulary;
    this.count = shards.stream().mapToLong(Shard::tokens).sum();
  }

  /**
   * Reads the headers of files and checks that each file is as long as its header says.
   *
   * @param paths of the files, in the order of the corpus
   * @param vocabulary number of different tokens; larger numbers are refused when they are read
   * @throws DataException if a file is not a shard, or is cut off
   */
  public static TokenShards of(List<String> paths, Opener opener, int vocabulary)
      throws IOException {
    List<Shard> shards = new ArrayList<>();
    for (String path : paths) {
      shards.add(new Shard(path, tokens(path, opener)));
    }
    return new TokenShards(shards, opener, vocabulary);
  }

  private static long tokens(String path, Opener opener) throws IOException {
    try (InputStream in = opener.open(path)) {
      byte[] header = in.readNBytes(HEADER);
      ByteBuffer numbers = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
      if (header.length < HEADER || numbers.getInt(0) != MAGIC || numbers.getInt(4) != VERSION) {
        throw new DataException(
            path,
            "byte 0",
            "this is not a shard of tokens, which begins with the 32-bit integers %d and %d"
                .formatted(MAGIC, VERSION));
      }
      long tokens = numbers.getInt(8);
      if (tokens < 1) {
        throw new DataException(path, "byte 8", "a shard of %d tokens".formatted(tokens));
      }
      requireEnd(in, path, tokens);
      return tokens;
    }
  }

  private static void requireEnd(InputStream in, String path, long tokens) throws IOException {
    try {
      in.skipNBytes(BYTES * tokens - 1);
    } catch (EOFException cut) {
      throw cutOff(path, tokens);
    }
    if (in.read() < 0) {
      throw cutOff(path, tokens);
    }
    if (in.read() >= 0) {
      throw new DataException(
          path,
          "byte " + (HEADER + BYTES * tokens),
          "it goes on after its %d tokens".formatted(tokens));
    }
  }

  private static DataException cutOff(String path, long tokens) {
    return new DataException(
        path, "", "it is cut off: its header says %d tokens".formatted(tokens));
  }

  /** The files, in the order of the corpus. */
  public List<Shard> shards() {
    return shards;
  }

  /** The number of tokens. */
  public long count() {
    return count;
  }

  /**
   * Reads tokens; after the last one of the corpus comes the first.
   *
   * @param from number of the first token, from 0 and below {@link #count}
   * @throws DataException if a token is outside the vocabulary
   */
  public int[] read(long from, int count) throws IOException {
    int[] all = new int[count];
    int done = 0;
    while (done < count) {
      done += read((from + done) % this.count, all, done);
    }
    return all;
  }

  /** Reads what one file has of the tokens that are still missing; returns their number. */
  private int read(long from, int[] all, int done) throws IOException {
    long first = 0; // of the file
    int i = 0;
    while (from >= first + shards.get(i).tokens()) {
      first += shards.get(i++).tokens();
    }
    Shard shard = shards.get(i);
    int count = (int) Math.min(all.length - done, first + shard.tokens() - from);
    try (InputStream in = opener.open(shard.path())) {
      in.skipNBytes(HEADER + BYTES * (from - first));
      byte[] piece = new byte[Math.min(BUFFER, BYTES * count)];
      for (int read = 0; read < count; ) {
        int next = Math.min(piece.length / BYTES, count - read);
        if (in.readNBytes(piece, 0, BYTES * next) < BYTES * next) {
          throw cutOff(shard.path(), shard.tokens());
        }
        for (int t = 0; t < next; t++) {
          int token = piece[2 * t] & 0xFF | (piece[2 * t + 1] & 0xFF) << 8;
          if (token >= vocabulary) {
            throw new DataException(
                shard.path(),
                "token " + (from - first + read + t),
                "the number %d, and task.vocabulary is %d".formatted(token, vocabulary));
          }
          all[done + read + t] = token;
        }
        read += next;
      }
    } catch (EOFException cut) {
      throw cutOff(shard.path(), shard.tokens());
    }
    return count;
  }
}
