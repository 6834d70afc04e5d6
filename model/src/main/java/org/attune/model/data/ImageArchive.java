package org.attune.model.data;

import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
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
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * Reads images from one folder per class, in a zip archive or as files. The folder's path names the
 * class: Omniglot's {@code .../Greek/character03/0412_07.png} is of the class {@code
 * .../Greek/character03}. Folders above it that name a split do not tell classes apart. Images are
 * PNG, JPEG, GIF or BMP, at most {@value #LARGEST_SIDE} pixels wide and high. They become grey
 * squares, whose transparency is ignored.
 */
public final class ImageArchive {

  private static final int ARCHIVE_LIMIT = 1 << 29; // bytes of an archive
  private static final int IMAGE_LIMIT = 1 << 24; // bytes of an image's file; an entry has fewer
  private static final long TOTAL_LIMIT = 1L << 31; // bytes of all entries
  private static final int MOST_ENTRIES = 500_000;
  private static final int RATIO = 200; // maximum number of unpacked bytes per archive byte
  private static final int LARGEST_SIDE = 4096; // pixels
  private static final long FREE_PIXELS = (long) LARGEST_SIDE * LARGEST_SIDE; // one empty image
  private static final int PIXELS_PER_BYTE = 200; // Omniglot's drawings have about 50
  private static final int END_OF_ARCHIVE = 0x06054B50; // PK 5 6
  private static final int END_LENGTH = 22; // bytes from PK 5 6 on, without the comment
  private static final int LONGEST_COMMENT = 65535; // bytes

  private final String file; // for messages
  private final int side; // pixels of the square images
  private final Map<String, List<float[]>> classes = new TreeMap<>();
  private long allowed = FREE_PIXELS; // that images may still have

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
   * @param side pixels along an edge of the images returned
   * @throws DataException if it is not a zip archive, is cut off, unpacks to too much, contains a
   *     file that is not an image, or contains no image
   */
  public static ImageSet zip(InputStream in, String file, int side) throws IOException {
    byte[] archive = Bounded.read(in, file, ARCHIVE_LIMIT);
    ImageArchive images = new ImageArchive(file, side);
    images.unpack(archive);
    return images.set();
  }

  private void unpack(byte[] archive) throws DataException {
    int expected = statedEntries(archive);
    long most = Math.min(TOTAL_LIMIT, (long) archive.length * RATIO);
    int entries = 0;
    long total = 0; // bytes
    String last = "its start";
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        last = "entry '" + entry.getName() + "'";
        entries++;
        byte[] content = zip.readNBytes(IMAGE_LIMIT);
        total += content.length;
        if (content.length == IMAGE_LIMIT || total > most || entries > MOST_ENTRIES) {
          throw new DataException(file, last, "the archive unpacks to more than is allowed");
        }
        if (!entry.isDirectory()) {
          add(entry.getName(), content);
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
  }

  /**
   * Reads the files of a folder.
   *
   * @param paths of the files below the folder, separated by {@code /}
   * @param opener opens one of the paths
   * @param file the folder's name, for messages
   * @param side pixels along an edge of the images returned
   * @throws DataException as {@link #zip}
   */
  public static ImageSet folder(List<String> paths, Opener opener, String file, int side)
      throws IOException {
    ImageArchive images = new ImageArchive(file, side);
    if (paths.size() > MOST_ENTRIES) {
      throw new DataException(file, "", paths.size() + " files; at most " + MOST_ENTRIES);
    }
    for (String path : paths) {
      try (InputStream in = opener.open(path)) {
        images.add(path, Bounded.read(in, file + "/" + path, IMAGE_LIMIT));
      }
    }
    return images.set();
  }

  /** Returns the number of entries that an archive's end states; -1 if it states none. */
  private int statedEntries(byte[] archive) throws DataException {
    ByteBuffer bytes = ByteBuffer.wrap(archive).order(ByteOrder.LITTLE_ENDIAN);
    int least = Math.max(0, archive.length - END_LENGTH - LONGEST_COMMENT);
    for (int at = archive.length - END_LENGTH; at >= least; at--) {
      if (bytes.getInt(at) == END_OF_ARCHIVE) {
        int count = Short.toUnsignedInt(bytes.getShort(at + 10));
        return count == 0xFFFF ? -1 : count; // large archives state it elsewhere
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
    // ImageIO.createImageInputStream would write each image to a temporary file.
    try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(content))) {
      Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
      if (!readers.hasNext()) {
        throw new DataException(file, where, "no image; PNG, JPEG, GIF or BMP");
      }
      ImageReader reader = readers.next();
      try {
        reader.setInput(in, true, true);
        if (reader.getWidth(0) > LARGEST_SIDE || reader.getHeight(0) > LARGEST_SIDE) {
          throw new DataException(
              file,
              where,
              "%d by %d pixels; at most %d by %3$d"
                  .formatted(reader.getWidth(0), reader.getHeight(0), LARGEST_SIDE));
        }
        allowed += (long) content.length * PIXELS_PER_BYTE;
        allowed -= (long) reader.getWidth(0) * reader.getHeight(0);
        if (allowed < 0) {
          throw new DataException(
              file,
              where,
              "the images unpack to more pixels than is allowed: %d for each byte of their files"
                  .formatted(PIXELS_PER_BYTE));
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

  /** Returns the tones, 0 to 1, at the requested size. */
  private float[] grey(BufferedImage image) {
    int width = image.getWidth();
    int height = image.getHeight();
    float[] pixels = new float[width * height];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        pixels[y * width + x] = tone(image, x, y);
      }
    }
    return ImageSet.resized(pixels, width, height, side);
  }

  /** Returns the mean of a pixel's colours, or the number stored for grey. */
  private static float tone(BufferedImage image, int x, int y) {
    ColorModel colours = image.getColorModel();
    // getRGB would brighten grey, whose numbers Java takes as linear in light.
    if (colours.getColorSpace().getType() == ColorSpace.TYPE_GRAY) {
      float white = (1 << colours.getComponentSize(0)) - 1;
      return image.getRaster().getSample(x, y, 0) / white;
    }
    int rgb = image.getRGB(x, y);
    return ((rgb >> 16 & 0xFF) + (rgb >> 8 & 0xFF) + (rgb & 0xFF)) / (3 * 255f);
  }

  /** Returns the classes; {@code train/cat} and {@code test/cat} are one. */
  private Map<String, List<float[]>> joined() {
    Map<String, Long> splits =
        classes.keySet().stream()
            .collect(Collectors.groupingBy(SplitWord::withoutFolders, Collectors.counting()));
    Map<String, List<float[]>> joined = new TreeMap<>();
    classes.forEach(
        (label, images) -> {
          String name = SplitWord.withoutFolders(label);
          joined
              .computeIfAbsent(splits.get(name) > 1 ? name : label, l -> new ArrayList<>())
              .addAll(images);
        });
    return joined;
  }

  private ImageSet set() throws DataException {
    if (classes.isEmpty()) {
      throw new DataException(file, "", "there are no images in it");
    }
    Map<String, List<float[]>> joined = joined();
    return new ImageSet(side, List.copyOf(joined.keySet()), List.copyOf(joined.values())).inked();
  }
}
