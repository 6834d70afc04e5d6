package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import javax.imageio.ImageIO;
import org.attune.model.data.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders that {@code --data} names: every file of classes is read, or refused by its name. */
class TestFoldersOfClasses {

  private static final int CLASSES = 10;

  /** A folder in memory. */
  private record Folder(TreeMap<String, byte[]> content) implements DataOpener {

    Folder() {
      this(new TreeMap<>());
    }

    Folder with(String path, byte[] bytes) {
      content.put(path, bytes);
      return this;
    }

    /** Adds a pair of IDX files with a number of images of each class. */
    Folder pair(String images, String labels, int each, int tone) throws IOException {
      ByteBuffer pixels = ByteBuffer.allocate(16 + CLASSES * each * 16);
      pixels.putInt(0x803).putInt(CLASSES * each).putInt(4).putInt(4);
      ByteBuffer classes = ByteBuffer.allocate(8 + CLASSES * each);
      classes.putInt(0x801).putInt(CLASSES * each);
      for (int i = 0; i < CLASSES * each; i++) {
        classes.put((byte) (i % CLASSES));
        pixels.put(new byte[] {(byte) (tone + i)}).put(new byte[15]);
      }
      return with(images, packed(images, pixels.array()))
          .with(labels, packed(labels, classes.array()));
    }

    private static byte[] packed(String name, byte[] plain) throws IOException {
      if (!name.endsWith(".gz")) {
        return plain;
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
        gzip.write(plain);
      }
      return out.toByteArray();
    }

    @Override
    public InputStream open(String path) {
      return new ByteArrayInputStream(content.get(path));
    }

    @Override
    public List<String> files() {
      return List.copyOf(content.keySet());
    }

    @Override
    public String name() {
      return "folder";
    }

    ClassMembers.Read read() throws IOException {
      return ClassMembers.read(this, 4, 0.2, 1);
    }
  }

  private static Folder mnist() throws IOException {
    return new Folder()
        .pair("train-images-idx3-ubyte", "train-labels-idx1-ubyte", 6, 1)
        .pair("t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte", 2, 101);
  }

  // ---- IDX files

  @ParameterizedTest
  @CsvSource({
    "'train-images-idx3-ubyte,train-labels-idx1-ubyte,t10k-images-idx3-ubyte,t10k-labels-idx1-ubyte'",
    "'train-images-idx3-ubyte.gz,train-labels-idx1-ubyte.gz,t10k-images-idx3-ubyte.gz,t10k-labels-idx1-ubyte.gz'",
    "'train-images-idx3-ubyte.gz,train-labels-idx1-ubyte,t10k-images-idx3-ubyte,t10k-labels-idx1-ubyte.gz'",
    "'train-images.idx3-ubyte,train-labels.idx1-ubyte,t10k-images.idx3-ubyte,t10k-labels.idx1-ubyte'",
    "'FashionMNIST/raw/train-images-idx3-ubyte,FashionMNIST/raw/train-labels-idx1-ubyte,FashionMNIST/raw/t10k-images-idx3-ubyte,FashionMNIST/raw/t10k-labels-idx1-ubyte'",
    "'emnist-letters-train-images-idx3-ubyte.gz,emnist-letters-train-labels-idx1-ubyte.gz,emnist-letters-test-images-idx3-ubyte.gz,emnist-letters-test-labels-idx1-ubyte.gz'",
    "'train/images-idx3-ubyte,train/labels-idx1-ubyte,test/images-idx3-ubyte,test/labels-idx1-ubyte'"
  })
  void theFourFilesOfMnistAreOneSetOfImages(String names) throws Exception {
    String[] of = names.split(",");
    Folder folder = new Folder().pair(of[0], of[1], 6, 1).pair(of[2], of[3], 2, 101);

    ClassMembers.Read read = folder.read();

    assertThat(read.members()).hasSize(CLASSES).allSatisfy(all -> assertThat(all).hasSize(8));
    assertThat(read.description()).startsWith("80 images of 10 classes, side 4, ");
  }

  @Test
  void onePairKeepsItsHash() throws Exception {
    Folder train = new Folder().pair("train-images-idx3-ubyte", "train-labels-idx1-ubyte", 6, 1);

    assertThat(train.read().description())
        .isEqualTo("60 images of 10 classes, side 4, hash 2004931376, tested 2");
  }

  @Test
  void aFileThatIsAlsoThereUnpackedIsReadOnce() throws Exception {
    Folder both =
        mnist()
            .pair("train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz", 6, 1)
            .with("._train-images-idx3-ubyte", new byte[] {1})
            .with("__MACOSX/t10k-labels-idx1-ubyte", new byte[] {1});

    assertThat(both.read().description()).isEqualTo(mnist().read().description());
  }

  @ParameterizedTest
  @CsvSource({
    "train-labels-idx1-ubyte, train-images-idx3-ubyte, labels",
    "t10k-images-idx3-ubyte, t10k-labels-idx1-ubyte, images"
  })
  void aFileWithoutItsPartnerIsRefused(String missing, String left, String what) throws Exception {
    Folder folder = mnist();
    folder.content().remove(missing);

    assertThatThrownBy(folder::read)
        .isInstanceOf(DataException.class)
        .hasMessage(
            "Cannot read folder at '%s': there are no %s with it; both must begin with '%s'",
            left, what, left.substring(0, left.indexOf("-") + 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"fashion/", "emnist-digits-"})
  void twoSetsOfImagesAreRefused(String other) throws Exception {
    Folder folder =
        mnist().pair(other + "train-images-idx3-ubyte", other + "train-labels-idx1-ubyte", 1, 1);

    assertThatThrownBy(folder::read)
        .isInstanceOf(DataException.class)
        .hasMessageContaining("Cannot read folder: ")
        .hasMessageContaining("'%strain-images-idx3-ubyte'".formatted(other))
        .hasMessageContaining("belong to different sets of images; name a folder with one set");
  }

  @Test
  void twoFilesOfOneKindAreRefused() throws Exception {
    Folder folder = mnist().pair("train-images.idx3-ubyte", "train-labels.idx1-ubyte", 6, 1);

    assertThatThrownBy(folder::read)
        .isInstanceOf(DataException.class)
        .hasMessage(
            "Cannot read folder: 'train-images-idx3-ubyte' and 'train-images.idx3-ubyte' are two"
                + " files of one kind; remove one");
  }

  // ---- images by class

  @Test
  void aClassThatIsTrainedOnIsNotAlsoTestedOnUnderAnotherFolder() throws Exception {
    Folder folder = new Folder();
    for (String sign : List.of("cat", "dog", "cow", "train")) {
      folder.with("set/train/%s/1.png".formatted(sign), png(sign.length()));
      folder.with("set/test/%s/2.png".formatted(sign), png(sign.length() + 20));
    }
    for (String sign : List.of("ape", "emu")) {
      folder.with("set/val/%s/1.png".formatted(sign), png(sign.length()));
    }

    assertThat(ClassMembers.read(folder, 4, 0.4, 1).members())
        .extracting(List::size)
        .containsExactlyInAnyOrder(2, 2, 2, 2, 1, 1);
  }

  private static byte[] png(int tone) throws IOException {
    BufferedImage image = new BufferedImage(5, 5, BufferedImage.TYPE_BYTE_GRAY);
    image.getRaster().setSample(2, 2, 0, 40 + tone);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return out.toByteArray();
  }

  // ---- embeddings

  private static byte[] npy(String type, String shape, int width, long... bits) {
    String header =
        "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }".formatted(type, shape);
    ByteBuffer all =
        ByteBuffer.allocate(10 + header.length() + width * bits.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    all.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    all.putShort((short) header.length()).put(header.getBytes(StandardCharsets.ISO_8859_1));
    for (long number : bits) {
      if (width == 8) {
        all.putLong(number);
      } else {
        all.putInt((int) number);
      }
    }
    return all.array();
  }

  private static Folder embeddings(byte[] labels, double... features) {
    long[] bits = new long[features.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = Double.doubleToLongBits(features[i]);
    }
    return new Folder()
        .with("features.npy", npy("<f8", features.length + ", 1", 8, bits))
        .with("labels.npy", labels);
  }

  private static byte[] int64(long... labels) {
    return npy("<i8", labels.length + ",", 8, labels);
  }

  @ParameterizedTest
  @ValueSource(longs = {1L << 53, -(1L << 53) - 8, (1L << 62) - 1, Long.MAX_VALUE - 7})
  void largeLabelsAreOneClassEach(long first) throws Exception {
    byte[] labels = int64(first, first + 1, first + 2, first + 3, first + 4, first + 5);

    assertThat(embeddings(labels, 1, 2, 3, 4, 5, 6).read().members())
        .hasSize(6)
        .allSatisfy(of -> assertThat(of).hasSize(1));
  }

  @ParameterizedTest
  @CsvSource({
    "<f8, 8, 4845873199050653696, 9.007199254740992E15, float64",
    "<f8, 8, -4377498837804122112, -9.007199254740992E15, float64",
    "<f4, 4, 1266679808, 1.6777216E7, float32"
  })
  void aLabelThatAFloatCannotTellFromTheNextIsRefused(
      String type, int width, long bits, String shown, String called) {
    Folder folder = embeddings(npy(type, "4,", width, 0, 0, bits, 0), 1, 2, 3, 4);

    assertThatThrownBy(folder::read)
        .isInstanceOf(DataException.class)
        .hasMessage(
            "Cannot read labels.npy at row 2: %s is so large that %s does not tell it from the"
                + " next whole number; save the labels as int64",
            shown, called);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 1L << 24, 1L << 53, Long.MAX_VALUE - 7})
  void otherLabelsAreOtherData(long a) throws Exception {
    byte[] labels = int64(a, a + 1, a + 2, a + 3, a + 4, a + 5);
    byte[] swapped = int64(a, a + 1, a + 2, a + 3, a + 5, a + 4);
    String one = embeddings(labels, 1, 2, 3, 4, 5, 6).read().description();
    String other = embeddings(swapped, 1, 2, 3, 4, 5, 6).read().description();

    assertThat(one).isNotEqualTo(other);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e39, -1e39, 3.5e38, Double.MAX_VALUE})
  void aFeatureThatFloatsCannotHoldIsRefused(double feature) {
    Folder folder = embeddings(int64(1, 2, 3, 4), 1, 2, feature, 4);

    assertThatThrownBy(folder::read)
        .isInstanceOf(DataException.class)
        .hasMessage(
            "Cannot read features.npy at row 2: %s is out of range; networks compute in float32,"
                + " up to 3.4028235E38",
            feature);
  }
}
