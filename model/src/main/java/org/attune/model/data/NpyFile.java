package org.attune.model.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An array from a NumPy file, with numbers of type {@code f4, f8, i4, i8} or {@code u1},
 * little-endian, row by row. (NEP 1.)
 *
 * @param shape the sizes of its dimensions
 * @param values all numbers, the last dimension varying fastest
 */
public record NpyFile(int[] shape, double[] values) {

  private static final int LIMIT = 1 << 30;
  private static final int RATIO = 200;
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final Pattern TYPE = Pattern.compile("'descr': *'([^']*)'");
  private static final Pattern ORDER = Pattern.compile("'fortran_order': *(True|False)");
  private static final Pattern SHAPE = Pattern.compile("'shape': *\\(([0-9, ]*)\\)");

  /**
   * Reads a file, which gzip may have packed.
   *
   * @throws DataException if it is not a NumPy file, is cut off, or has a number that is not finite
   */
  public static NpyFile read(InputStream in, String file) throws IOException {
    byte[] all = Bounded.unpacked(in, file, LIMIT, RATIO);
    if (all.length < 12 || !Arrays.equals(all, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new DataException(file, "byte 0", "it does not start as a NumPy file does");
    }
    ByteBuffer bytes = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
    boolean old = all[6] == 1;
    long from = old ? 10 + Short.toUnsignedInt(bytes.getShort(8)) : 12L + bytes.getInt(8);
    if (all[6] < 1 || all[6] > 3 || from > all.length || from < 10) {
      throw new DataException(file, "byte 6", "its header is cut off or of an unknown version");
    }
    int start = old ? 10 : 12;
    String header = new String(all, start, (int) from - start, StandardCharsets.ISO_8859_1);
    String type = found(TYPE, header, file, "type");
    if (found(ORDER, header, file, "order").equals("True")) {
      throw new DataException(
          file, "its header", "it lies column by column; save numpy.ascontiguousarray of it");
    }
    int[] shape =
        Arrays.stream(found(SHAPE, header, file, "shape").split(","))
            .map(String::trim)
            .filter(size -> !size.isEmpty())
            .mapToInt(Integer::parseInt)
            .toArray();
    return new NpyFile(shape, numbers(bytes, (int) from, type, shape, file));
  }

  private static String found(Pattern pattern, String header, String file, String what)
      throws DataException {
    Matcher matcher = pattern.matcher(header);
    if (!matcher.find()) {
      throw new DataException(file, "its header", "there is no " + what + " in it");
    }
    return matcher.group(1);
  }

  private static double[] numbers(ByteBuffer bytes, int from, String type, int[] shape, String file)
      throws DataException {
    int width =
        switch (type) {
          case "<f4", "<i4" -> 4;
          case "<f8", "<i8" -> 8;
          case "|u1" -> 1;
          default ->
              throw new DataException(
                  file, "its header", "type '" + type + "' (one of <f4, <f8, <i4, <i8, |u1)");
        };
    long count = 1;
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
    double[] all = new double[(int) count];
    int row = shape.length < 2 ? 1 : shape[shape.length - 1];
    for (int i = 0; i < all.length; i++) {
      int at = from + i * width;
      all[i] =
          switch (type) {
            case "<f4" -> bytes.getFloat(at);
            case "<f8" -> bytes.getDouble(at);
            case "<i4" -> bytes.getInt(at);
            case "<i8" -> bytes.getLong(at);
            default -> bytes.get(at) & 0xFF;
          };
      if (!Double.isFinite(all[i])) {
        throw new DataException(file, "row " + i / row, all[i] + " is no finite number");
      }
    }
    return all;
  }
}
