package org.attune.model.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that are not what they should be: each is refused with its name and where in it. */
class TestSpoiledFiles {

  private interface Reader {
    Object read(byte[] file) throws IOException;
  }

  private record Spoiled(String what, Reader reader, byte[] file, String says) {
    @Override
    public String toString() {
      return what;
    }
  }

  private static final Reader TEXT =
      bytes -> Utf8File.read(new ByteArrayInputStream(bytes), "book.txt", 1000);
  private static final Reader IDX =
      bytes -> IdxFile.images(new ByteArrayInputStream(bytes), "digits.idx", 4);
  private static final Reader LABELLED =
      bytes ->
          IdxFile.labelled(
              new ByteArrayInputStream(idx(3, 4, 4)),
              "digits.idx",
              new ByteArrayInputStream(bytes),
              "labels.idx",
              4);
  private static final Reader NPY =
      bytes -> NpyFile.read(new ByteArrayInputStream(bytes), "x.npy").floats();
  private static final Reader ZIP =
      bytes -> ImageArchive.zip(new ByteArrayInputStream(bytes), "signs.zip", 8);
  private static final Reader FOLDER =
      bytes ->
          ImageArchive.folder(
              List.of("a/1.png", "b/1.png"),
              path -> new ByteArrayInputStream(path.startsWith("a") ? png(9, 9) : bytes),
              "signs",
              8);

  // ---- files as they should be

  private static byte[] idx(int count, int height, int width) {
    ByteBuffer all = ByteBuffer.allocate(16 + count * height * width);
    all.putInt(0x803).putInt(count).putInt(height).putInt(width);
    for (int i = 0; all.hasRemaining(); i++) {
      all.put((byte) (i * 37 % 100));
    }
    return all.array();
  }

  private static byte[] labels(int... of) {
    ByteBuffer all = ByteBuffer.allocate(8 + of.length);
    all.putInt(0x801).putInt(of.length);
    Arrays.stream(of).forEach(label -> all.put((byte) label));
    return all.array();
  }

  private static byte[] npy(String type, String shape, String order, double... values) {
    String header =
        "{'descr': '%s', 'fortran_order': %s, 'shape': (%s), }\n".formatted(type, order, shape);
    ByteBuffer all =
        ByteBuffer.allocate(10 + header.length() + 8 * values.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    all.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    all.putShort((short) header.length()).put(header.getBytes(StandardCharsets.ISO_8859_1));
    Arrays.stream(values).forEach(all::putDouble);
    return all.array();
  }

  /** A file of format version 2, whose header's length has four bytes. */
  private static byte[] secondNpy(int length, String header) {
    ByteBuffer all = ByteBuffer.allocate(12 + header.length()).order(ByteOrder.LITTLE_ENDIAN);
    all.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0});
    all.putInt(length).put(header.getBytes(StandardCharsets.ISO_8859_1));
    return all.array();
  }

  private static byte[] png(int width, int height) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
    image.setRGB(width / 2, height / 2, 0xFFFFFF);
    return png(image);
  }

  private static byte[] png(BufferedImage image) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ImageIO.write(image, "png", out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] zip(Map<String, byte[]> entries) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (ZipOutputStream zip = new ZipOutputStream(out)) {
        for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
          zip.putNextEntry(new ZipEntry(entry.getKey()));
          zip.write(entry.getValue());
        }
      }
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] signs() {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("set/", new byte[0]);
    entries.put("set/a/1.png", png(9, 9));
    entries.put("set/a/2.png", png(12, 9));
    entries.put("set/b/1.png", png(9, 9));
    entries.put("set/b/.DS_Store", new byte[] {1});
    return zip(entries);
  }

  private static byte[] gzip(byte[] plain) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
        gzip.write(plain);
      }
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // ---- and spoiled

  private static byte[] cut(byte[] file, int bytes) {
    return Arrays.copyOf(file, file.length - bytes);
  }

  private static byte[] with(byte[] file, int at, int value) {
    byte[] changed = file.clone();
    changed[at < 0 ? file.length + at : at] = (byte) value;
    return changed;
  }

  private static byte[] noise(int length) {
    byte[] all = new byte[length];
    new java.util.Random(1).nextBytes(all);
    all[0] = 7;
    return all;
  }

  static Stream<Spoiled> spoiled() {
    byte[] none = {};
    byte[] digits = idx(3, 4, 4);
    byte[] array = npy("<f8", "2, 2", "False", 1, 2, 3, 4);
    byte[] signs = signs();
    byte[] image = png(20, 20);
    List<Spoiled> all = new ArrayList<>();
    all.add(new Spoiled("empty text", TEXT, none, "book.txt: it is empty"));
    all.add(new Spoiled("text too long", TEXT, new byte[1001], "book.txt at byte 1000"));
    all.add(new Spoiled("text with zeros", TEXT, new byte[] {'a', 0}, "book.txt at byte 1"));
    all.add(new Spoiled("Latin-1 text", TEXT, new byte[] {'a', (byte) 0xE9, 'b'}, "at byte 1"));
    all.add(new Spoiled("text cut in a letter", TEXT, new byte[] {'a', (byte) 0xC3}, "at byte 1"));
    all.add(new Spoiled("empty IDX", IDX, none, "digits.idx: it is empty"));
    all.add(new Spoiled("IDX of noise", IDX, noise(100), "digits.idx at byte 0"));
    all.add(new Spoiled("IDX cut in its header", IDX, Arrays.copyOf(digits, 9), "at byte 9"));
    all.add(new Spoiled("IDX cut in an image", IDX, cut(digits, 5), "at byte 59"));
    all.add(new Spoiled("IDX with more than it says", IDX, Arrays.copyOf(digits, 70), "byte 70"));
    all.add(new Spoiled("IDX of no images", IDX, idx(0, 4, 4), "byte 4: a dimension of size 0"));
    all.add(
        new Spoiled("IDX of sizes that overflow", IDX, with(digits, 4, 0x7F), "its header says"));
    all.add(
        new Spoiled(
            "IDX of negative size", IDX, with(digits, 8, 0xFF), "byte 8: a dimension of size -"));
    all.add(
        new Spoiled("labels for images", IDX, labels(new int[20]), "an IDX file of images with"));
    all.add(new Spoiled("images for labels", LABELLED, digits, "labels.idx at byte 0"));
    all.add(new Spoiled("too few labels", LABELLED, labels(1, 2), "2 labels for the 3 images"));
    all.add(new Spoiled("gzip cut off", IDX, cut(gzip(digits), 9), "cut off"));
    all.add(new Spoiled("gzip damaged", IDX, with(gzip(digits), -6, 99), "gzip data is damaged"));
    all.add(new Spoiled("gzip bomb", IDX, gzip(new byte[1 << 22]), "unpacks to more"));
    all.add(new Spoiled("empty NPY", NPY, none, "x.npy: it is empty"));
    all.add(new Spoiled("NPY of noise", NPY, noise(100), "x.npy at byte 0"));
    all.add(new Spoiled("NPY cut in its header", NPY, Arrays.copyOf(array, 20), "at byte 6"));
    all.add(new Spoiled("NPY cut in its data", NPY, cut(array, 3), "29 bytes of data"));
    all.add(new Spoiled("NPY of objects", NPY, npy("|O", "2", "False", 1, 2), "type '|O'"));
    all.add(new Spoiled("NPY by columns", NPY, npy("<f8", "1, 2", "True", 1, 2), "by column"));
    all.add(
        new Spoiled(
            "NPY of a size past all integers",
            NPY,
            npy("<f8", "3000000000,", "False", 1),
            "it is cut off or damaged"));
    all.add(
        new Spoiled(
            "NPY of very many sizes",
            NPY,
            npy("<f8", "2,".repeat(20_000), "False", 1),
            "it is cut off or damaged"));
    all.add(
        new Spoiled(
            "NPY of two sizes without a comma", NPY, npy("<f8", "2 2", "False", 1), "no shape"));
    all.add(
        new Spoiled("NPY of a header past its end", NPY, secondNpy(0xFFFFFFFF, ""), "at byte 6"));
    all.add(new Spoiled("NPY without shape", NPY, npy("<f8", "x", "False", 1), "no shape"));
    all.add(
        new Spoiled(
            "NPY with NaN", NPY, npy("<f8", "2, 2", "False", 1, 2, 3, Double.NaN), "at row 1"));
    all.add(new Spoiled("empty zip", ZIP, none, "signs.zip: it is empty"));
    all.add(new Spoiled("zip of noise", ZIP, noise(200), "no end of a zip archive"));
    all.add(new Spoiled("zip cut off", ZIP, cut(signs, 40), "no end of a zip archive"));
    all.add(new Spoiled("zip without files", ZIP, zip(Map.of("a/", none)), "no images"));
    all.add(new Spoiled("image without class", ZIP, zip(Map.of("1.png", image)), "'1.png'"));
    all.add(
        new Spoiled(
            "text among images",
            ZIP,
            zip(Map.of("a/notes.txt", noise(9))),
            "'a/notes.txt': no image"));
    all.add(
        new Spoiled(
            "image cut off in a zip", ZIP, zip(Map.of("a/1.png", cut(image, 30))), "'a/1.png'"));
    all.add(
        new Spoiled("zip bomb", ZIP, zip(Map.of("a/1.png", new byte[1 << 23])), "unpacks to more"));
    all.add(
        new Spoiled(
            "zip with a damaged entry", ZIP, with(signs, 140, signs[140] ^ 0x55), "signs.zip"));
    all.add(new Spoiled("empty image in a folder", FOLDER, none, "signs/b/1.png: it is empty"));
    all.add(new Spoiled("damaged image in a folder", FOLDER, cut(image, 30), "'b/1.png'"));
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("spoiled")
  void isRefusedWithItsNameAndItsPlace(Spoiled spoiled) {
    assertThatThrownBy(() -> spoiled.reader.read(spoiled.file))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("Cannot read ")
        .hasMessageContaining(spoiled.says);
  }

  @Test
  void thereAreThirtyAtLeast() {
    assertThat(spoiled().count()).isGreaterThanOrEqualTo(30);
  }

  /** Wherever one byte of a file is missing at its end, it is refused or read; never a crash. */
  @Test
  void cutAnywhereItIsADataExceptionOrNothing() {
    Map<Reader, byte[]> files =
        Map.of(
            IDX, idx(3, 4, 4),
            NPY, npy("<f8", "2, 2", "False", 1, 2, 3, 4),
            ZIP, signs());
    files.forEach(
        (reader, file) -> {
          for (int bytes = 1; bytes <= file.length; bytes++) {
            byte[] cut = cut(file, bytes);
            assertThatThrownBy(() -> reader.read(cut)).isInstanceOf(DataException.class);
          }
        });
  }

  /** One changed byte may go unseen, but it never crashes. */
  @Test
  void changedAnywhereItIsADataExceptionOrNothing() throws IOException {
    Map<Reader, byte[]> files =
        Map.of(
            IDX, idx(3, 4, 4),
            NPY, npy("<f8", "2, 2", "False", 1, 2, 3, 4),
            ZIP, signs());
    for (Map.Entry<Reader, byte[]> file : files.entrySet()) {
      for (int at = 0; at < file.getValue().length; at++) {
        for (int value : new int[] {0, 0x7F, 0xFF}) {
          try {
            file.getKey().read(with(file.getValue(), at, value));
          } catch (DataException refused) {
            assertThat(refused).hasMessageStartingWith("Cannot read ");
          }
        }
      }
    }
  }

  @Test
  void goodFilesAreReadAsTheyAre() throws IOException {
    ImageSet digits =
        IdxFile.labelled(
            new ByteArrayInputStream(gzip(idx(3, 4, 4))),
            "i",
            new ByteArrayInputStream(labels(7, 2, 7)),
            "l",
            4);
    assertThat(digits.names()).containsExactly("2", "7");
    assertThat(digits.members().get(1)).hasSize(2);
    assertThat(digits.members().get(1).get(0)[1]).isEqualTo(37 / 255f);
    byte[] file = npy("<f8", "2, 2", "False", 1, 2, 3, 4);
    NpyFile array = NpyFile.read(new ByteArrayInputStream(file), "x.npy");
    assertThat(array.shape()).containsExactly(2, 2);
    assertThat(array.floats()).containsExactly(1, 2, 3, 4);
    ImageSet signs = (ImageSet) ZIP.read(signs());
    assertThat(signs.names()).containsExactly("set/a", "set/b");
    assertThat(signs.count()).isEqualTo(3);
    assertThat(signs.members().get(0).get(0)).hasSize(64);
    assertThat(((ImageSet) FOLDER.read(png(5, 7))).names()).containsExactly("a", "b");
  }

  /** A tone has the same value, whether a file stores it as grey or as three equal colours. */
  @Test
  void aToneIsTheSameInEveryKindOfImage() throws IOException {
    for (int type :
        new int[] {
          BufferedImage.TYPE_BYTE_GRAY, BufferedImage.TYPE_USHORT_GRAY, BufferedImage.TYPE_INT_RGB
        }) {
      BufferedImage image = new BufferedImage(8, 8, type);
      int[] tone = new int[image.getRaster().getNumBands()];
      Arrays.fill(tone, type == BufferedImage.TYPE_USHORT_GRAY ? 51 * 257 : 51);
      for (int i = 0; i < 64; i++) {
        image.getRaster().setPixel(i % 8, i / 8, tone);
      }
      ImageSet set = (ImageSet) ZIP.read(zip(Map.of("a/1.png", png(image))));
      assertThat(set.members().get(0).get(0)).as("type " + type).containsOnly(51 / 255f);
    }
  }
}
