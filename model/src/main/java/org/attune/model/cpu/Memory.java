package org.attune.model.cpu;

import java.nio.FloatBuffer;
import org.bytedeco.javacpp.FloatPointer;

/** Floats outside the heap that a kernel keeps for itself; freed with it. */
final class Memory {

  private static final int ALIGNMENT = 64; // bytes

  private final FloatPointer owner;
  private final FloatPointer pointer;
  private final FloatBuffer buffer;
  private final long size;

  Memory(long floats) {
    size = floats;
    int slack = ALIGNMENT / Float.BYTES;
    owner = new FloatPointer(floats + slack);
    long skip = (ALIGNMENT - owner.address() % ALIGNMENT) % ALIGNMENT / Float.BYTES;
    pointer = owner.getPointer(skip);
    buffer = owner.getPointer(skip).capacity(floats).asBuffer();
  }

  /** A pointer to one element; valid until the next call. */
  FloatPointer at(long element) {
    return pointer.position(element);
  }

  boolean isWhole(long floats) {
    return size >= floats;
  }

  void read(long element, float[] to, int count) {
    buffer.get((int) element, to, 0, count);
  }

  void write(long element, float[] from, int count) {
    buffer.put((int) element, from, 0, count);
  }
}
