package org.attune.model.data;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An array from a NumPy file of format version 1, 2 or 3 (NEP 1). Its numbers are of type {@code
 * f4, f8, i4, i8} or {@code u1}, little-endian, in row order, the last dimension varying fastest.
 */
public final class NpyFile {

  private static final int LIMIT = 1 << 30; // bytes of a file, unpacked
  private static final int RATIO = 200; // maximum number of unpacked bytes per packed byte
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final BigInteger MOST = BigInteger.valueOf(Integer.MAX_VALUE);
  private static final Pattern TYPE = Pattern.compile("'descr': *'([^']*)'");
  private static final Pattern ORDER = Pattern.compile("'fortran_order': *(True|False)");
  private static final Pattern SHAPE = // possessive: the matcher would call itself for each size
      Pattern.compile("'shape': *\\(((?:\\d+, *)*+(?:\\d+)?) *\\)");

  /** From here on floats skip whole numbers. */
  private static final double FLOAT_EXACT = 1 << 24;

  private static final double DOUBLE_EXACT = 1L << 53;

  private final ByteBuffer bytes;
  private final int from; // the first byte of the numbers
  private final String type;
  private final int[] shape;
  private final String file; // for messages

  private NpyFile(ByteBuffer bytes, int from, String type, int[] shape, String file) {
    this.bytes = bytes;
    this.from = from;
    this.type = type;
    this.shape = shape;
    this.file = file;
  }

  /** Returns the sizes of its dimensions; empty for a single number. */
  public int[] shape() {
    return shape.clone();
  }

  /** Returns how many numbers it has. */
  public int count() {
    return Arrays.stream(shape).reduce(1, (a, b) -> a * b);
  }

  /**
   * Reads a file, which gzip may have packed.
   *
   * @param file its name, for messages
   * @throws DataException if it is not a NumPy file or of another type or order, or is cut off
   */
  public static NpyFile read(InputStream in, String file) throws IOException {
    byte[] all = Bounded.unpacked(in, file, LIMIT, RATIO);
    if (all.length < 12 || !Arrays.equals(all, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new DataException(file, "byte 0", "it does not start as a NumPy file does");
    }
    ByteBuffer bytes = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
    int version = all[6];
    boolean shortHeader = version == 1; // its length has two bytes; four in later versions
    int start = shortHeader ? 10 : 12;
    long length =
        shortHeader
            ? Short.toUnsignedInt(bytes.getShort(8))
            : Integer.toUnsignedLong(bytes.getInt(8));
    if (version < 1 || version > 3 || start + length > all.length) {
      throw new DataException(file, "byte 6", "its header is cut off or of an unknown version");
    }
    String header = new String(all, start, (int) length, StandardCharsets.ISO_8859_1);
    String type = found(TYPE, header, file, "type");
    if (found(ORDER, header, file, "order").equals("True")) {
      throw new DataException(
          file, "its header", "it lies column by column; save numpy.ascontiguousarray of it");
    }
    int[] shape = shape(found(SHAPE, header, file, "shape"));
    requireLength(bytes, start + (int) length, width(type, file), shape, file);
    return new NpyFile(bytes, start + (int) length, type, shape, file);
  }

  /** Returns the sizes; one past the largest integer becomes that, more than any file has. */
  private static int[] shape(String sizes) {
    return Arrays.stream(sizes.split(","))
        .map(String::trim)
        .filter(size -> !size.isEmpty())
        .mapToInt(size -> new BigInteger(size).min(MOST).intValue())
        .toArray();
  }

  private static String found(Pattern pattern, String header, String file, String what)
      throws DataException {
    Matcher matcher = pattern.matcher(header);
    if (!matcher.find()) {
      throw new DataException(file, "its header", "there is no " + what + " in it");
    }
    return matcher.group(1);
  }

  /** Returns the bytes of a number. */
  private static int width(String type, String file) throws DataException {
    return switch (type) {
      case "<f4", "<i4" -> 4;
      case "<f8", "<i8" -> 8;
      case "|u1" -> 1;
      default ->
          throw new DataException(
              file, "its header", "type '" + type + "' (one of <f4, <f8, <i4, <i8, |u1)");
    };
  }

  private static void requireLength(ByteBuffer bytes, int from, int width, int[] shape, String file)
      throws DataException {
    long count = 1; // capped, as products may overflow
    for (int size : shape) {
      count = Math.min(count * size, Integer.MAX_VALUE);
    }
    if (bytes.capacity() - from != count * width) {
      throw new DataException(
          file,
          "byte " + bytes.capacity(),
          "%d bytes of data, and its header says %d: it is cut off or damaged"
              .formatted(bytes.capacity() - from, count * width));
    }
  }

  /**
   * Returns all numbers as floats, which networks compute in.
   *
   * @throws DataException if a number is not finite, or no float is so large
   */
  public float[] floats() throws DataException {
    float[] all = new float[count()];
    for (int i = 0; i < all.length; i++) {
      double number = number(i);
      all[i] = (float) number;
      if (!Float.isFinite(all[i])) {
        throw refused(
            i,
            Double.isFinite(number)
                ? "%s is out of range; networks compute in float32, up to %s"
                    .formatted(number, Float.MAX_VALUE)
                : number + " is not a finite number");
      }
    }
    return all;
  }

  /**
   * Returns all numbers exactly.
   *
   * @throws DataException if a number is not whole, or so large that a number of its type does not
   *     say which whole number it was
   */
  public long[] integers() throws DataException {
    long[] all = new long[count()];
    boolean single = type.equals("<f4");
    double exact = single ? FLOAT_EXACT : DOUBLE_EXACT;
    for (int i = 0; i < all.length; i++) {
      if (type.equals("<i8")) {
        all[i] = bytes.getLong(from + i * Long.BYTES);
        continue;
      }
      double number = number(i);
      if (!Double.isFinite(number)) {
        throw refused(i, number + " is not a finite number");
      }
      if (number != Math.rint(number)) {
        throw refused(i, number + " is not a whole number");
      }
      if (type.startsWith("<f") && Math.abs(number) >= exact) {
        throw refused(
            i,
            ("%s is so large that %s does not tell it from the next whole number; save the labels"
                    + " as int64")
                .formatted(number, single ? "float32" : "float64"));
      }
      all[i] = (long) number;
    }
    return all;
  }

  private DataException refused(int number, String why) {
    int columns = shape.length < 2 ? 1 : shape[shape.length - 1];
    return new DataException(file, "row " + number / columns, why);
  }

  private double number(int i) {
    return switch (type) {
      case "<f4" -> bytes.getFloat(from + i * Float.BYTES);
      case "<f8" -> bytes.getDouble(from + i * Double.BYTES);
      case "<i4" -> bytes.getInt(from + i * Integer.BYTES);
      case "<i8" -> bytes.getLong(from + i * Long.BYTES);
      default -> bytes.get(from + i) & 0xFF; // |u1
    };
  }
}
