package org.attune.model.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads IDX files, the format of MNIST. The header has two zero bytes, the type, the number of
 * dimensions and the sizes as big-endian integers; bytes follow. The file may be packed by gzip.
 * (LeCun, Cortes and Burges.)
 */
public final class IdxFile {

  private static final int UNSIGNED_BYTES = 8;
  private static final int LIMIT = 1 << 30;
  private static final int RATIO = 200; // maximum number of unpacked bytes per packed byte
  private static final int LARGEST_SIDE = 4096;

  private IdxFile() {}

  /**
   * Reads images and scales them. Without labels, all are of one class.
   *
   * @param file its name, for messages
   * @throws DataException if it is not an IDX file of images
   */
  public static ImageSet images(InputStream in, String file, int side) throws IOException {
    return new ImageSet(side, List.of("all"), List.of(pixels(in, file, side))).inked();
  }

  /**
   * Reads images with their classes from a file of labels. Their tones stay as they are.
   *
   * @throws DataException if one of the files is malformed, or they do not match
   */
  static ImageSet labelled(
      InputStream images, String imagesFile, InputStream labels, String labelsFile, int side)
      throws IOException {
    List<float[]> pixels = pixels(images, imagesFile, side);
    ByteBuffer buffer = body(labels, labelsFile, 1);
    int count = buffer.getInt(4);
    if (count != pixels.size()) {
      throw new DataException(
          labelsFile,
          "byte 4",
          "%d labels for the %d images of %s".formatted(count, pixels.size(), imagesFile));
    }
    List<String> names = new ArrayList<>();
    List<List<float[]>> members = new ArrayList<>();
    for (int label = 0; label < 256; label++) {
      List<float[]> ofClass = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        if ((buffer.get(8 + i) & 0xFF) == label) {
          ofClass.add(pixels.get(i));
        }
      }
      if (!ofClass.isEmpty()) {
        names.add(Integer.toString(label));
        members.add(ofClass);
      }
    }
    return new ImageSet(side, names, members);
  }

  private static List<float[]> pixels(InputStream in, String file, int side) throws IOException {
    ByteBuffer all = body(in, file, 3);
    int count = all.getInt(4);
    int height = all.getInt(8);
    int width = all.getInt(12);
    if (height > LARGEST_SIDE || width > LARGEST_SIDE) {
      throw new DataException(
          file, "byte 8", "images of %d by %d are too large".formatted(height, width));
    }
    List<float[]> images = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      float[] image = new float[height * width];
      for (int p = 0; p < image.length; p++) {
        image[p] = (all.get(16 + i * image.length + p) & 0xFF) / 255f;
      }
      images.add(ImageSet.resized(image, width, height, side));
    }
    return images;
  }

  /** Reads a whole file and checks its header against its length. */
  private static ByteBuffer body(InputStream in, String file, int dimensions) throws IOException {
    ByteBuffer all = ByteBuffer.wrap(Bounded.unpacked(in, file, LIMIT, RATIO));
    int header = 4 + 4 * dimensions;
    if (all.capacity() < header) {
      throw new DataException(
          file, "byte " + all.capacity(), "it ends within the header of an IDX file");
    }
    int expected = UNSIGNED_BYTES << 8 | dimensions;
    if (all.getInt(0) != expected) {
      throw new DataException(
          file,
          "byte 0",
          "it starts with %08x, and an IDX file of %s with %08x"
              .formatted(all.getInt(0), dimensions == 3 ? "images" : "labels", expected));
    }
    long size = 1;
    for (int d = 0; d < dimensions; d++) {
      int along = all.getInt(4 + 4 * d);
      if (along < 1) {
        throw new DataException(
            file,
            "byte " + (4 + 4 * d),
            "a dimension of size " + along + "; at least 1 is allowed");
      }
      size = Math.min(size * along, Long.MAX_VALUE >> 32);
    }
    if (size != all.capacity() - header) {
      throw new DataException(
          file,
          "byte " + all.capacity(),
          "%d bytes of data, and its header says %d: it is cut off or damaged"
              .formatted(all.capacity() - header, size));
    }
    return all;
  }
}
