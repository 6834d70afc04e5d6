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

  /** Copies elements of a dense array, from one on, row by row. */
  static void read(INDArray from, long first, Floats to) {
    if (from.dataType() == DataType.FLOAT) {
      FloatPointer source = POINTERS.get().floats.at(from, first);
      if (to.stride == to.columns || to.rows == 1) {
        source.get(to.data, to.start, to.rows * to.columns);
      } else {
        for (int r = 0; r < to.rows; r++) {
          POINTERS.get().floats.at(from, first + (long) r * to.columns);
          source.get(to.data, to.row(r), to.columns);
        }
      }
    } else if (from.dataType() == DataType.INT32) {
      readWhole(from, first, to);
    } else {
      read(from.castTo(DataType.FLOAT), first, to);
    }
  }

  private static void readWhole(INDArray from, long first, Floats to) {
    Pointers own = POINTERS.get();
    int count = to.rows * to.columns;
    if (own.whole.length < count) {
      own.whole = new int[count];
    }
    own.ints.at(from, first).get(own.whole, 0, count);
    for (int r = 0, i = 0; r < to.rows; r++) {
      for (int c = 0; c < to.columns; c++) {
        to.data[to.row(r) + c] = own.whole[i++];
      }
    }
  }

  /** Copies all elements to a dense array, row by row. */
  static void write(Floats from, INDArray to) {
    if (to.dataType() != DataType.FLOAT) {
      INDArray copy =
          org.nd4j.linalg.factory.Nd4j.createUninitializedDetached(DataType.FLOAT, to.shape());
      write(from, copy);
      to.assign(copy.castTo(to.dataType()));
      copy.close();
      return;
    }
    Pointers own = POINTERS.get();
    for (int r = 0; r < from.rows; r++) {
      own.floats.at(to, (long) r * from.columns).put(from.data, from.row(r), from.columns);
    }
  }
}
