package org.attune.model.data;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/**
 * Reads images from one folder per class, like Omniglot's {@code
 * .../Greek/character03/0412_07.png}, in a zip archive or as files. Images are PNG, JPEG, GIF or
 * BMP; a class is named after its folders.
 */
public final class ImageArchive {

  private static final int ARCHIVE_LIMIT = 1 << 29; // bytes of an archive
  private static final int IMAGE_LIMIT = 1 << 24; // bytes of an image, unpacked
  private static final long TOTAL_LIMIT = 1L << 31; // bytes of all of them
  private static final int ENTRIES = 500_000;
  private static final int RATIO = 200; // maximum number of unpacked bytes per archive byte
  private static final int LARGEST_SIDE = 4096;
  private static final int END_OF_ARCHIVE = 0x06054B50; // PK 5 6
  private static final int END_LENGTH = 22;
  private static final int LONGEST_COMMENT = 65535;

  private final String file;
  private final int side;
  private final Map<String, List<float[]>> classes = new TreeMap<>();

  private ImageArchive(String file, int side) {
    this.file = file;
    this.side = side;
  }

  /** Opens a file below a folder. */
  @FunctionalInterface
  public interface Opener {
    InputStream open(String path) throws IOException;
  }

  /**
   * Reads a zip archive.
   *
   * @param file its name, for messages
   * @throws DataException if it is not a zip archive, is cut off, unpacks to too much, or contains
   *     a file that is not an image
   */
  public static ImageSet zip(InputStream in, String file, int side) throws IOException {
    byte[] archive = Bounded.read(in, file, ARCHIVE_LIMIT);
    int expected = entries(archive, file);
    ImageArchive images = new ImageArchive(file, side);
    int entries = 0;
    long total = 0;
    String last = "its start";
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        last = "entry '" + entry.getName() + "'";
        entries++;
        byte[] content = zip.readNBytes(IMAGE_LIMIT);
        total += content.length;
        boolean tooMuch =
            content.length == IMAGE_LIMIT
                || total > Math.min(TOTAL_LIMIT, (long) archive.length * RATIO)
                || entries > ENTRIES;
        if (tooMuch) {
          throw new DataException(file, last, "the archive unpacks to more than is allowed");
        }
        if (!entry.isDirectory()) {
          images.add(entry.getName(), content);
        }
      }
    } catch (DataException e) {
      throw e;
    } catch (IOException | IllegalArgumentException e) { // names with malformed characters
      throw new DataException(file, last, "the archive is damaged: " + e.getMessage());
    }
    if (expected >= 0 && entries != expected) {
      throw new DataException(
          file, last, "%d entries, and its end says %d".formatted(entries, expected));
    }
    return images.set();
  }

  /** Reads the files of a folder, by their paths below it. */
  public static ImageSet folder(List<String> paths, Opener opener, String file, int side)
      throws IOException {
    ImageArchive images = new ImageArchive(file, side);
    if (paths.size() > ENTRIES) {
      throw new DataException(file, "", paths.size() + " files; at most " + ENTRIES);
    }
    for (String path : paths) {
      try (InputStream in = opener.open(path)) {
        images.add(path, Bounded.read(in, file + "/" + path, IMAGE_LIMIT));
      }
    }
    return images.set();
  }

  /** Returns the number of entries according to the end of an archive; -1 if it does not say. */
  private static int entries(byte[] archive, String file) throws DataException {
    ByteBuffer bytes = ByteBuffer.wrap(archive).order(ByteOrder.LITTLE_ENDIAN);
    int least = Math.max(0, archive.length - END_LENGTH - LONGEST_COMMENT);
    for (int at = archive.length - END_LENGTH; at >= least; at--) {
      if (bytes.getInt(at) == END_OF_ARCHIVE) {
        int count = Short.toUnsignedInt(bytes.getShort(at + 10));
        return count == 0xFFFF ? -1 : count;
      }
    }
    throw new DataException(
        file,
        "byte " + archive.length,
        "there is no end of a zip archive: it is cut off, or no archive");
  }

  private void add(String path, byte[] content) throws IOException {
    String[] parts = path.split("/");
    String name = parts[parts.length - 1];
    if (name.startsWith(".") || path.startsWith("__MACOSX")) {
      return; // files that desktops leave behind
    }
    if (parts.length < 2) {
      throw new DataException(
          file, "'" + path + "'", "an image must lie in a folder named after its class");
    }
    String label = path.substring(0, path.length() - name.length() - 1);
    classes.computeIfAbsent(label, l -> new ArrayList<>()).add(decoded(path, content));
  }

  private float[] decoded(String path, byte[] content) throws IOException {
    String where = "'" + path + "'";
    try (ImageInputStream in = ImageIO.createImageInputStream(new ByteArrayInputStream(content))) {
      Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
      if (!readers.hasNext()) {
        throw new DataException(file, where, "no image; PNG, JPEG, GIF or BMP");
      }
      ImageReader reader = readers.next();
      try {
        reader.setInput(in, true, true);
        if (reader.getWidth(0) > LARGEST_SIDE || reader.getHeight(0) > LARGEST_SIDE) {
          throw new DataException(
              file, where, "%d by %d".formatted(reader.getWidth(0), reader.getHeight(0)));
        }
        return grey(reader.read(0));
      } finally {
        reader.dispose();
      }
    } catch (DataException e) {
      throw e;
    } catch (IOException | RuntimeException e) { // decoders may throw anything on damaged files
      throw new DataException(file, where, "the image is damaged: " + e.getMessage());
    }
  }

  /** Returns the mean of the colours, 0 to 1, at the requested size. */
  private float[] grey(BufferedImage image) {
    int width = image.getWidth();
    int height = image.getHeight();
    float[] pixels = new float[width * height];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int rgb = image.getRGB(x, y);
        pixels[y * width + x] =
            ((rgb >> 16 & 0xFF) + (rgb >> 8 & 0xFF) + (rgb & 0xFF)) / (3 * 255f);
      }
    }
    return ImageSet.resized(pixels, width, height, side);
  }

  private ImageSet set() throws DataException {
    if (classes.isEmpty()) {
      throw new DataException(file, "", "there are no images in it");
    }
    return new ImageSet(side, List.copyOf(classes.keySet()), List.copyOf(classes.values())).inked();
  }
}
