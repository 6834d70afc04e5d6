package org.attune.model.cpu;

import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Pointer;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Copies between ND4J's arrays and the heap. Each thread makes its pointers once and moves them.
 * ND4J's own methods make objects that hold native memory until collected, and a training copies in
 * every step.
 */
final class HostArrays {

  /** A pointer to floats that it does not own. */
  private static final class FloatsAt extends FloatPointer {
    FloatsAt() {
      super((Pointer) null);
    }

    FloatsAt at(INDArray array, long element) {
      address = array.data().address() + (array.offset() + element) * Float.BYTES;
      return this;
    }
  }

  /** A pointer to integers that it does not own. */
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

  /** A readable array: the given one, or a float32 copy. */
  static INDArray readable(INDArray from) {
    boolean known = from.dataType() == DataType.FLOAT || from.dataType() == DataType.INT32;
    return known ? from : from.castTo(DataType.FLOAT);
  }

  /**
   * Copies elements of a dense array of float32 or integers.
   *
   * @param first the first element to read
   * @param start the destination's first index
   */
  static void read(INDArray from, long first, float[] to, int start, int count) {
    Pointers pointers = POINTERS.get();
    if (from.dataType() == DataType.FLOAT) {
      pointers.floats.at(from, first).get(to, start, count);
      return;
    }
    if (pointers.whole.length < count) {
      pointers.whole = new int[count];
    }
    pointers.ints.at(from, first).get(pointers.whole, 0, count);
    for (int i = 0; i < count; i++) {
      to[start + i] = pointers.whole[i];
    }
  }

  /**
   * Copies numbers to a dense array of float32.
   *
   * @param first the first element to write
   */
  static void write(float[] from, int start, int count, INDArray to, long first) {
    POINTERS.get().floats.at(to, first).put(from, start, count);
  }
}
