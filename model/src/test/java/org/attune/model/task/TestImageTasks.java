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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import org.attune.api.catalog.Configuration;
import org.attune.model.data.DataException;
import org.attune.model.data.Glyphs;
import org.junit.jupiter.api.Test;

class TestImageTasks {

  private static Configuration settings(String... keysAndValues) {
    Map<String, String> all =
        new TreeMap<>(
            Map.of(
                "task.side", "8",
                "task.ways", "3",
                "task.shots", "2",
                "task.targets", "1",
                "task.validation-sets", "40"));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      all.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return new Configuration(all);
  }

  /** A zip of classes whose images are all of one grey, the class's own. */
  private static byte[] zip(int classes, int each) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (int c = 0; c < classes; c++) {
        for (int i = 0; i < each; i++) {
          BufferedImage image = new BufferedImage(5, 5, BufferedImage.TYPE_BYTE_GRAY);
          for (int p = 0; p < 25; p++) {
            image.getRaster().setSample(p % 5, p / 5, 0, 4 * c);
          }
          zip.putNextEntry(new ZipEntry("script/sign%02d/%d.png".formatted(c, i)));
          ImageIO.write(image, "png", zip);
        }
      }
    }
    return out.toByteArray();
  }

  private static DataOpener file(byte[] content) {
    return path -> new ByteArrayInputStream(content);
  }

  private static Set<Float> firstPixels(Batch batch) {
    Set<Float> all = new HashSet<>();
    float[] features = batch.features().dup('c').data().asFloat();
    for (int row = 0; row < features.length; row += 64 + 3 + 1) {
      all.add(features[row]);
    }
    return all;
  }

  @Test
  void classesOfTheTestAreNeverTrainedOn() throws Exception {
    Examples examples =
        new FewShotTask().open(settings("task.images", "data"), 1, file(zip(20, 3)));

    Set<Float> trained = firstPixels(examples.training(0, 400));
    Set<Float> tested = firstPixels(examples.validation(40).get(0));
    assertThat(trained).hasSize(16); // of 20 classes, one in five is kept
    assertThat(tested).hasSize(4).doesNotContainAnyElementsOf(trained);
    assertThat(examples.floors().get("nearest_mean")).isEqualTo(1); // greys tell classes apart
  }

  @Test
  void rowsComeWithTheirClassAndAllClassesAlike() throws Exception {
    Batch batch = new FewShotTask().open(settings(), 1, DataOpener.NONE).training(2, 30);

    assertThat(batch.features().shape()).containsExactly(30, 9, 64 + 3 + 1);
    for (int i = 0; i < 30; i++) {
      int[] given = new int[3];
      for (int t = 0; t < 9; t++) {
        for (int c = 0; c < 3; c++) {
          given[c] += batch.features().getInt(i, t, 64 + c);
        }
        assertThat(batch.weights().getInt(i, t)).isEqualTo(t < 6 ? 0 : 1);
        assertThat(batch.features().getInt(i, t, 67)).isEqualTo(t < 6 ? 1 : 0);
      }
      assertThat(given).containsOnly(2);
    }
  }

  @Test
  void glyphsOfAClassAreAlikeButNotTheSame() {
    SplittableRandom hand = new SplittableRandom(1);
    double within = 0;
    double between = 0;
    for (int of = 0; of < 50; of++) {
      float[] one = Glyphs.draw(of, hand, 14);
      float[] again = Glyphs.draw(of, hand, 14);
      float[] other = Glyphs.draw(of + 1000, hand, 14);
      assertThat(one).isNotEqualTo(again);
      for (int p = 0; p < one.length; p++) {
        assertThat(one[p]).isBetween(0f, 1f);
        within += Math.pow(one[p] - again[p], 2);
        between += Math.pow(one[p] - other[p], 2);
      }
    }
    assertThat(within).isPositive().isLessThan(0.75 * between);
  }

  @Test
  void tooFewMembersOrClassesAreToldByName() {
    assertThatThrownBy(
            () -> new FewShotTask().open(settings("task.images", "data"), 1, file(zip(20, 2))))
        .hasMessageContaining("class 'script/sign00'")
        .hasMessageContaining("task.shots");
    assertThatThrownBy(
            () -> new FewShotTask().open(settings("task.images", "data"), 1, file(zip(10, 3))))
        .hasMessageContaining("task.ways")
        .hasMessageContaining("2 to test on");
  }

  private static byte[] npy(String shape, double... values) {
    String header = "{'descr': '<f8', 'fortran_order': False, 'shape': (%s), }".formatted(shape);
    ByteBuffer all =
        ByteBuffer.allocate(10 + header.length() + 8 * values.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    all.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    all.putShort((short) header.length()).put(header.getBytes(StandardCharsets.ISO_8859_1));
    for (double value : values) {
      all.putDouble(value);
    }
    return all.array();
  }

  private static DataOpener embeddings(byte[] features, byte[] labels) {
    Map<String, byte[]> folder = Map.of("features.npy", features, "labels.npy", labels);
    return new DataOpener() {
      @Override
      public InputStream open(String path) {
        return new ByteArrayInputStream(folder.get(path));
      }

      @Override
      public List<String> files() {
        return List.of("features.npy", "labels.npy");
      }
    };
  }

  @Test
  void embeddingsOfTooFewMembersAreToldByTheirLabel() {
    double[] labels = new double[59];
    for (int row = 0; row < labels.length; row++) {
      labels[row] = row % 20; // three of each, but two of the last
    }
    DataOpener data = embeddings(npy("59, 2", new double[2 * 59]), npy("59,", labels));
    Configuration two = settings("task.images", "data", "task.images.columns", "2");

    assertThatThrownBy(() -> new FewShotTask().open(two, 1, data))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("class '19'")
        .hasMessageContaining("2 members; the task draws 3 of a class")
        .hasMessageContaining("task.shots");
  }

  @Test
  void embeddingsWithLabelsAreMembersToo() throws Exception {
    double[] features = new double[2 * 60];
    double[] labels = new double[60];
    for (int row = 0; row < 60; row++) {
      labels[row] = row % 20;
      features[2 * row] = row % 20;
      features[2 * row + 1] = row;
    }
    DataOpener data = embeddings(npy("60, 2", features), npy("60,", labels));
    Configuration two = settings("task.images", "data", "task.images.columns", "2");

    Batch batch = new FewShotTask().open(two, 1, data).training(0, 8);
    assertThat(batch.features().shape()).containsExactly(8, 9, 2 + 3 + 1);
    for (int t = 0; t < 9; t++) {
      double of = batch.features().getDouble(3, t, 0);
      assertThat(batch.features().getDouble(3, t, 1) % 20).isEqualTo(of);
    }
    assertThatThrownBy(() -> new FewShotTask().open(settings("task.images", "data"), 1, data))
        .hasMessage(
            "Cannot read what --data names: its members have 2 numbers, and images of task.side 8"
                + " have 64; for embeddings set task.images.columns to 2");
    Configuration six = settings("task.images", "data", "task.images.columns", "6");
    assertThatThrownBy(() -> new FewShotTask().open(six, 1, data))
        .hasMessage(
            "Cannot read what --data names: its members have 2 numbers, and task.images.columns"
                + " says 6");
  }

  @Test
  void allPixelsAreAskedForByTheirPlaceAndSomeGiven() throws Exception {
    Configuration settings = settings("task.context", "20", "task.waves", "1");
    Batch batch = new PixelTask().open(settings, 1, DataOpener.NONE).training(0, 4);

    assertThat(batch.features().shape()).containsExactly(4, 20 + 64, 2 + 4 + 2);
    double[][] rows = batch.features().slice(2).toDoubleMatrix();
    Set<String> places = new HashSet<>();
    for (int t = 0; t < 20; t++) {
      int column = (int) Math.round((rows[t][0] + 1) / 2 * 7);
      int row = (int) Math.round((rows[t][1] + 1) / 2 * 7);
      places.add(column + " " + row);
      assertThat(rows[t][6])
          .isEqualTo((double) batch.labels().getFloat(2, 20 + row * 8 + column, 0));
    }
    assertThat(places).hasSize(20);
    assertThatThrownBy(() -> new PixelTask().signature(settings("task.context", "65")))
        .hasMessageContaining("task.context");
  }
}
