package org.attune.model.cuda;

import com.sun.jna.Pointer;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Copies between ND4J's arrays and a card. An input is written to its place in the host's memory
 * only, from which the next pass takes it; everything else is copied at once.
 */
final class HostCopies {

  private static final int WORD = 4; // bytes of a float and of a whole number

  private HostCopies() {}

  static void load(DeviceBuffer to, INDArray from, long first) {
    DataType type = to.whole() ? DataType.INT32 : DataType.FLOAT;
    if (from.dataType() != type) {
      INDArray cast = from.castTo(type);
      load(to, cast, first);
      cast.close();
      return;
    }
    long host = to.mirror() != 0 ? own(to) : to.lane().transfer(WORD * to.elements());
    long source = from.data().address() + WORD * (from.offset() + first);
    copy(source, host, WORD * to.elements());
    if (to.mirror() == 0) {
      send(to, host);
    }
  }

  static void load(DeviceBuffer to, double[] from, int first) {
    long host = to.mirror() != 0 ? own(to) : to.lane().transfer(WORD * to.elements());
    Pointer words = new Pointer(host);
    for (int i = 0; i < to.elements(); i++) {
      if (to.whole()) {
        words.setInt((long) WORD * i, (int) from[first + i]);
      } else {
        words.setFloat((long) WORD * i, (float) from[first + i]);
      }
    }
    if (to.mirror() == 0) {
      send(to, host);
    }
  }

  /** Where an input is written: when the copy before has been made. */
  private static long own(DeviceBuffer input) {
    input.lane().settle();
    return input.mirror();
  }

  /** Copies dense rows from the host and waits. */
  private static void send(DeviceBuffer to, long host) {
    Lane lane = to.lane();
    if (to.dense()) {
      lane.driver().copyIn(to.address(), host, WORD * to.elements(), lane.stream());
    } else {
      for (int r = 0; r < to.rows(); r++) {
        long row = to.address() + (long) WORD * r * to.stride();
        long bytes = (long) WORD * to.columns();
        lane.driver().copyIn(row, host + r * bytes, bytes, lane.stream());
      }
    }
    lane.synchronize();
  }

  /** Copies dense rows to the host and waits; the address that they have there. */
  private static long fetch(DeviceBuffer from) {
    Lane lane = from.lane();
    long host = lane.transfer(WORD * from.elements());
    if (from.dense()) {
      lane.driver().copyOut(host, from.address(), WORD * from.elements(), lane.stream());
    } else {
      for (int r = 0; r < from.rows(); r++) {
        long row = from.address() + (long) WORD * r * from.stride();
        long bytes = (long) WORD * from.columns();
        lane.driver().copyOut(host + r * bytes, row, bytes, lane.stream());
      }
    }
    lane.await();
    return host;
  }

  /** Numbers of eight bytes, of which a row holds half as many as of its own. */
  static double[] doubles(DeviceBuffer from) {
    return new Pointer(fetch(from)).getDoubleArray(0, Math.toIntExact(from.elements() / 2));
  }

  /** All numbers of a matrix without gaps. */
  static double[] doublesOfFloats(DeviceBuffer from) {
    float[] all = new Pointer(fetch(from)).getFloatArray(0, Math.toIntExact(from.elements()));
    double[] wide = new double[all.length];
    for (int i = 0; i < all.length; i++) {
      wide[i] = all[i];
    }
    return wide;
  }

  static void store(DeviceBuffer from, INDArray to) {
    DataType type = from.whole() ? DataType.INT32 : DataType.FLOAT;
    boolean direct =
        to.dataType() == type && to.ordering() == 'c' && to.data() != null && dense(to);
    if (!direct) {
      INDArray copy = Nd4j.createUninitializedDetached(type, to.shape());
      store(from, copy);
      to.assign(copy.castTo(to.dataType()));
      copy.close();
      return;
    }
    long host = fetch(from);
    copy(host, to.data().address() + WORD * to.offset(), WORD * from.elements());
  }

  private static boolean dense(INDArray array) {
    return !array.isView() || array.rank() < 2 || array.stride(0) == array.length() / array.size(0);
  }

  static double number(DeviceBuffer from) {
    Pointer host = new Pointer(fetch(from.at(0, 1, 1, 1)));
    return from.whole() ? host.getInt(0) : host.getFloat(0);
  }

  private static void copy(long from, long to, long bytes) {
    new Pointer(to).getByteBuffer(0, bytes).put(new Pointer(from).getByteBuffer(0, bytes));
  }
}
