package org.attune.model.cpu;

import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Pointer;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Copies between ND4J's arrays and the heap. Pointers are made once a thread and moved: ND4J's own
 * ways make objects that hold native memory until they are collected, and a training copies in
 * every step.
 */
final class HostArrays {

  /** A pointer to floats that someone else owns. */
  private static final class FloatsAt extends FloatPointer {
    FloatsAt() {
      super((Pointer) null);
    }

    FloatsAt at(INDArray array, long element) {
      address = array.data().address() + (array.offset() + element) * Float.BYTES;
      return this;
    }
  }

  /** A pointer to whole numbers that someone else owns. */
  private static final class IntsAt extends IntPointer {
    IntsAt() {
      super((Pointer) null);
    }

    IntsAt at(INDArray array, long element) {
      address = array.data().address() + (array.offset() + element) * Integer.BYTES;
      return this;
    }
  }

  private static final class Pointers {
    final FloatsAt floats = new FloatsAt();
    final IntsAt ints = new IntsAt();
    int[] whole = new int[0];
  }

  private static final ThreadLocal<Pointers> POINTERS = ThreadLocal.withInitial(Pointers::new);

  private HostArrays() {}

  /** An array that elements can be read from: the same one, or its numbers as float32. */
  static INDArray readable(INDArray from) {
    boolean known = from.dataType() == DataType.FLOAT || from.dataType() == DataType.INT32;
    return known ? from : from.castTo(DataType.FLOAT);
  }

  /**
   * Copies elements of a dense array of float32 or of whole numbers.
   *
   * @param first of them in the array
   * @param start where they go
   */
  static void read(INDArray from, long first, float[] to, int start, int count) {
    Pointers own = POINTERS.get();
    if (from.dataType() == DataType.FLOAT) {
      own.floats.at(from, first).get(to, start, count);
      return;
    }
    if (own.whole.length < count) {
      own.whole = new int[count];
    }
    own.ints.at(from, first).get(own.whole, 0, count);
    for (int i = 0; i < count; i++) {
      to[start + i] = own.whole[i];
    }
  }

  /**
   * Copies numbers to a dense array of float32.
   *
   * @param first of the elements that they become
   */
  static void write(float[] from, int start, int count, INDArray to, long first) {
    POINTERS.get().floats.at(to, first).put(from, start, count);
  }
}
