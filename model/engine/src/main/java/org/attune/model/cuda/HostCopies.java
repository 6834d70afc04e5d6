package org.attune.model.cuda;

import com.sun.jna.Pointer;
import java.util.Arrays;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Copies between arrays of ND4J or Java and the host memory that the GPU copies from and to.
 * Elements are four bytes: integers or float32.
 */
final class HostCopies {

  private static final int WORD = 4;

  private HostCopies() {}

  /** Copies {@code count} elements of a dense array, starting at {@code first}. */
  static void read(INDArray from, long first, long count, boolean whole, long host) {
    DataType type = type(whole);
    if (from.dataType() != type) {
      INDArray cast = from.castTo(type);
      read(cast, first, count, whole, host);
      cast.close();
      return;
    }
    copy(from.data().address() + WORD * (from.offset() + first), host, WORD * count);
  }

  /** Copies {@code count} numbers, starting at {@code first}. */
  static void read(double[] from, int first, long count, boolean whole, long host) {
    Pointer words = new Pointer(host);
    for (int i = 0; i < count; i++) {
      if (whole) {
        words.setInt((long) WORD * i, (int) from[first + i]);
      } else {
        words.setFloat((long) WORD * i, (float) from[first + i]);
      }
    }
  }

  /** Copies {@code count} numbers to an array of that size. */
  static void write(long host, long count, boolean whole, INDArray to) {
    DataType type = type(whole);
    boolean direct =
        to.dataType() == type && to.ordering() == 'c' && to.data() != null && dense(to);
    if (!direct) {
      INDArray copy = Nd4j.createUninitializedDetached(type, to.shape());
      write(host, count, whole, copy);
      to.assign(copy.castTo(to.dataType()));
      copy.close();
      return;
    }
    copy(host, to.data().address() + WORD * to.offset(), WORD * count);
  }

  /** Reads {@code count} floats. */
  static double[] widened(long host, int count) {
    float[] all = new Pointer(host).getFloatArray(0, count);
    double[] wide = new double[count];
    Arrays.setAll(wide, i -> all[i]);
    return wide;
  }

  private static DataType type(boolean whole) {
    return whole ? DataType.INT32 : DataType.FLOAT;
  }

  private static boolean dense(INDArray array) {
    return !array.isView() || array.rank() < 2 || array.stride(0) == array.length() / array.size(0);
  }

  private static void copy(long from, long to, long bytes) {
    new Pointer(to).getByteBuffer(0, bytes).put(new Pointer(from).getByteBuffer(0, bytes));
  }
}
