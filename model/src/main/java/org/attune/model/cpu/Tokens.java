package org.attune.model.cpu;

import java.nio.IntBuffer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Pointer;
import org.nd4j.linalg.api.ndarray.INDArray;

/** An integer input's memory, copied to the heap before each use. */
final class Tokens {

  private static final class Borrowed extends IntPointer {
    Borrowed(long address, long count) {
      super((Pointer) null);
      this.address = address;
      this.limit = count;
      this.capacity = count;
    }
  }

  private final INDArray owner; // keeps the memory alive
  private final IntBuffer buffer;
  private final int[] tokens;
  private final int bound;

  /**
   * @param bound tokens are in [0, bound)
   */
  Tokens(INDArray array, int bound) {
    owner = array;
    this.bound = bound;
    tokens = new int[(int) array.length()];
    long address = array.data().address() + (long) Integer.BYTES * array.offset();
    buffer = new Borrowed(address, tokens.length).asBuffer();
  }

  /** The tokens as they are now, unchecked. */
  int[] read() {
    buffer.get(0, tokens, 0, tokens.length);
    return tokens;
  }

  /** The tokens as they are now. */
  int[] readChecked() {
    read();
    for (int token : tokens) {
      if (token < 0 || token >= bound) {
        throw new IllegalArgumentException(
            "Invalid token: " + token + " (the vocabulary is 0 to " + (bound - 1) + ")");
      }
    }
    return tokens;
  }

  INDArray array() {
    return owner;
  }
}
