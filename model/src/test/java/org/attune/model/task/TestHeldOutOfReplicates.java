package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.task.HeldOutRows.pieces;
import static org.attune.model.task.HeldOutRows.rows;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Trial;
import org.attune.api.trial.HeldOutPart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Held-out examples of a replicate's own. A test over replicates then covers the draw of the
 * examples; were one set shared by all, its luck would be in every difference.
 */
class TestHeldOutOfReplicates {

  private static Examples open(Map<String, String> settings, int replicate, DataOpener data)
      throws IOException {
    Configuration configuration = new Configuration(settings);
    return Tasks.of(configuration)
        .open(configuration, Trial.seed(7, replicate), data)
        .heldOut(HeldOutPart.of(replicate));
  }

  private static List<DoubleBuffer> validated(Examples examples) {
    return rows(examples.validation(16));
  }

  private static List<DoubleBuffer> sealed(Examples examples) {
    return rows(examples.sealed().orElseThrow().validation(16));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text",
        "induction",
        "find-the-block",
        "regression",
        "sine",
        "classification",
        "few-shot-images",
        "pixel-regression",
        "policy-distillation",
        "kabsch",
        "outlier-detection",
        "mqar",
        "memorisation",
        "state-tracking"
      })
  void aGeneratedTaskDrawsNewOnesForEachReplicate(String task) throws Exception {
    Map<String, String> settings = new TreeMap<>(Map.of("task", task));
    Examples one = open(settings, 0, DataOpener.NONE);
    Examples two = open(settings, 1, DataOpener.NONE);
    Examples other = open(withWider(settings), 0, DataOpener.NONE);

    assertThat(validated(one))
        .isEqualTo(validated(other)) // another cell of the same replicate
        .doesNotContainAnyElementsOf(validated(two))
        .doesNotContainAnyElementsOf(sealed(one));
    assertThat(sealed(one))
        .isEqualTo(sealed(other))
        .isNotEmpty()
        .doesNotContainAnyElementsOf(sealed(two))
        .doesNotContainAnyElementsOf(validated(two));
    assertThat(rows(List.of(one.training(3, 4))))
        .isEqualTo(rows(List.of(shared(settings).training(3, 4))));
    assertThat(one.fingerprint())
        .isEqualTo(two.fingerprint())
        .isNotEqualTo(shared(settings).fingerprint());
    assertThat(one.replicatesApart()).isInfinite();
    assertThat(Tasks.of(new Configuration(settings)).heldOut(new Configuration(settings)))
        .contains("new examples of this task");
  }

  private static Map<String, String> withWider(Map<String, String> settings) {
    Map<String, String> wider = new TreeMap<>(settings);
    wider.put("model.width", "64");
    return wider;
  }

  /** The first replicate's, as sweeps of version 0.2.0 had it. */
  private static Examples shared(Map<String, String> settings) throws IOException {
    Configuration configuration = new Configuration(settings);
    return Tasks.of(configuration).open(configuration, Trial.seed(7, 0), DataOpener.NONE);
  }

  /**
   * A step's generator starts at a multiple of the seed plus the step. Held-out examples from a
   * start nearby would be those of a step.
   */
  @Test
  void noStepOfTheTrainingRepeatsHeldOutExamples() throws Exception {
    Map<String, String> settings = Map.of("task", "regression");
    for (int replicate = 0; replicate < 4; replicate++) {
      DrawnExamples examples = (DrawnExamples) open(settings, replicate, DataOpener.NONE);
      DrawnExamples claims = (DrawnExamples) examples.sealed().orElseThrow();
      Set<Long> held =
          Set.of(examples.heldOutRandom().nextLong(), claims.heldOutRandom().nextLong());

      for (int step = 0; step < 25_000; step++) {
        long first = DrawnExamples.trainingRandom(Trial.seed(7, replicate), step).nextLong();
        assertThat(held.contains(first)).as("step %d of replicate %d", step, replicate).isFalse();
      }
    }
  }

  @Test
  void singleContextSizesAreTheReplicatesToo() throws Exception {
    Map<String, String> settings =
        Map.of("task", "sine", "task.least-context", "1", "task.validation-sets", "4");
    List<DoubleBuffer> one = new ArrayList<>();
    List<DoubleBuffer> two = new ArrayList<>();
    for (Evaluation evaluation : open(settings, 0, DataOpener.NONE).evaluations()) {
      one.addAll(rows(evaluation.examples().validation(4)));
    }
    for (Evaluation evaluation : open(settings, 1, DataOpener.NONE).evaluations()) {
      two.addAll(rows(evaluation.examples().validation(4)));
    }

    assertThat(one).isNotEmpty().doesNotContainAnyElementsOf(two);
  }

  private static DataOpener text(int characters) {
    byte[] text = new byte[characters];
    Random random = new Random(1);
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) ('a' + random.nextInt(26)); // no eight of them occur twice
    }
    return path -> new ByteArrayInputStream(text);
  }

  @ParameterizedTest
  @CsvSource({"1, 8.0", "2, 8.0", "4, 8.5"})
  void windowsOfAFileAreDealtOutBeforeOneComesAgain(int longest, double apart) throws Exception {
    Map<String, String> settings =
        Map.of(
            "task", "text",
            "task.corpus", "data",
            "task.length", "16",
            "task.longest", String.valueOf(longest),
            "task.validation-examples", "8");
    // 2,200 tokens are held out: 129, 66 or 33 blocks of 17, 33 or 65, half of them for claims
    DataOpener data = text(22_000);
    Set<String> seen = new HashSet<>();
    Set<String> claimed = new HashSet<>();
    Set<String> trained = pieces(List.of(open(settings, 0, data).training(0, 512)));
    int whole = (int) apart;
    for (int replicate = 0; replicate < whole; replicate++) {
      Examples examples = open(settings, replicate, data);
      Set<String> validated = pieces(examples.validation(8));
      examples
          .evaluations()
          .forEach(longer -> validated.addAll(pieces(longer.examples().validation(8))));
      Examples claims = examples.sealed().orElseThrow();
      Set<String> sealed = pieces(claims.validation(8));
      claims
          .evaluations()
          .forEach(longer -> sealed.addAll(pieces(longer.examples().validation(8))));

      assertThat(seen).doesNotContainAnyElementsOf(validated);
      assertThat(claimed).doesNotContainAnyElementsOf(sealed);
      assertThat(trained).doesNotContainAnyElementsOf(validated);
      seen.addAll(validated);
      claimed.addAll(sealed);
      assertThat(examples.replicatesApart()).isCloseTo(apart, within(0.7));
    }

    assertThat(seen).doesNotContainAnyElementsOf(claimed);
    assertThat(trained).doesNotContainAnyElementsOf(claimed);
    assertThat(Tasks.of(new Configuration(settings)).heldOut(new Configuration(settings)))
        .contains("other windows of this text");
  }

  @Test
  void aFileTooShortForTwoReplicatesGivesBothAllItsWindows() throws Exception {
    Map<String, String> settings =
        Map.of("task", "text", "task.corpus", "data", "task.length", "16");
    Examples one = open(settings, 0, text(2_000)); // 200 tokens are held out: eleven blocks
    Examples two = open(settings, 1, text(2_000));

    assertThat(validated(one)).hasSize(6).containsExactlyInAnyOrderElementsOf(validated(two));
    assertThat(sealed(one)).hasSize(5);
    assertThat(one.replicatesApart()).isEqualTo(1);
  }

  @Test
  void leakyWindowsAreDealtToo() throws Exception {
    Map<String, String> settings =
        Map.of(
            "task", "text",
            "task.corpus", "data",
            "task.length", "16",
            "task.split", "leaky-windows",
            "task.validation-examples", "50");
    Set<DoubleBuffer> seen = new HashSet<>();
    for (int replicate = 0; replicate < 3; replicate++) {
      Examples examples = open(settings, replicate, text(6_000)); // 600 windows are held out
      seen.addAll(validated(examples));
      seen.addAll(sealed(examples));
      assertThat(seen).hasSize(100 * (replicate + 1));
      assertThat(examples.replicatesApart()).isBetween(5.0, 7.0);
    }
  }

  @Test
  void aWrittenTextGoesOnWithTheWordsThatWereTrainedOn() throws Exception {
    Map<String, String> settings = Map.of("task", "text", "task.corpus.size", "20000");
    Set<String> words = words(new Chronicle(1).write(200_000));

    assertThat(words(new Chronicle(1).another(20_000, Trial.seed(7, 0))))
        .filteredOn(word -> !words.contains(word))
        .hasSizeLessThan(20); // rare ones
    assertThat(words(new Chronicle(2).write(20_000)))
        .filteredOn(word -> !words.contains(word))
        .hasSizeGreaterThan(200);
    assertThat(validated(open(settings, 0, DataOpener.NONE))).hasSize(128);
  }

  private static Set<String> words(String text) {
    Set<String> words = new HashSet<>(Arrays.asList(text.split("[^A-Za-z]+")));
    words.remove(text.substring(text.lastIndexOf(' ') + 1).trim()); // may be cut
    return words;
  }

  @Test
  void shardsDealTheirHeldOutWindows() throws Exception {
    Map<String, String> settings =
        Map.of(
            "task", "shards",
            "task.length", "8",
            "task.vocabulary", "1000",
            "task.validation-examples", "5");
    ShardFolder folder =
        new ShardFolder().with("train.bin", 400, i -> i).with("val.bin", 400, i -> 500 + i);
    Set<Double> seen = new HashSet<>();
    for (int replicate = 0; replicate < 4; replicate++) { // of 22 windows, 5 each
      Examples examples = open(settings, replicate, folder);
      for (List<DoubleBuffer> split : List.of(validated(examples), sealed(examples))) {
        split.forEach(row -> Arrays.stream(row.array()).forEach(seen::add));
      }
      assertThat(seen).hasSize(2 * 5 * 8 * (replicate + 1));
      assertThat(examples.replicatesApart()).isEqualTo(22 / 5.0);
    }
  }

  /** A zip of 60 classes whose images are all of one grey, the class's own. */
  private static DataOpener classes() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (int c = 0; c < 60; c++) {
        BufferedImage image = new BufferedImage(4, 4, BufferedImage.TYPE_BYTE_GRAY);
        for (int p = 0; p < 16; p++) {
          image.getRaster().setSample(p % 4, p / 4, 0, 4 * c);
        }
        for (int i = 0; i < 2; i++) {
          zip.putNextEntry(new ZipEntry("sign%02d/%d.png".formatted(c, i)));
          ImageIO.write(image, "png", zip);
        }
      }
    }
    byte[] content = out.toByteArray();
    return path -> new ByteArrayInputStream(content);
  }

  @Test
  void classesOfAFileAreDealtAndEverySecondIsForClaims() throws Exception {
    Map<String, String> settings =
        Map.of(
            "task", "few-shot-images",
            "task.images", "data",
            "task.images.tested", "0.5",
            "task.side", "4",
            "task.ways", "2",
            "task.shots", "1",
            "task.targets", "1");
    DataOpener data = classes();
    List<Set<Double>> greys = new ArrayList<>();
    for (int replicate : new int[] {0, 1}) { // of 15 classes, 8 each
      Examples examples = open(settings, replicate, data);
      greys.add(greys(examples.validation(64)));
      greys.add(greys(examples.sealed().orElseThrow().validation(64)));
      assertThat(examples.replicatesApart()).isEqualTo(15 / 8.0);
    }

    assertThat(greys).allSatisfy(grey -> assertThat(grey).hasSize(8));
    assertThat(greys.get(0)).doesNotContainAnyElementsOf(greys.get(1));
    assertThat(greys.get(0)).doesNotContainAnyElementsOf(greys.get(3));
    greys.get(0).retainAll(greys.get(2));
    assertThat(greys.get(0)).hasSize(1); // 16 of 15
  }

  private static Set<Double> greys(List<Batch> batches) {
    Set<Double> greys = new HashSet<>();
    for (Batch batch : batches) {
      for (int i = 0; i < batch.size(); i++) {
        for (double[] row : batch.features().slice(i).toDoubleMatrix()) {
          greys.add(row[0]);
        }
      }
    }
    return greys;
  }

  @Test
  void imagesOfAFileAreDealtAndEverySecondIsForClaims() throws Exception {
    Map<String, String> settings =
        Map.of(
            "task", "pixel-regression",
            "task.images", "data",
            "task.side", "4",
            "task.context", "1",
            "task.waves", "0",
            "task.validation-sets", "5");
    ByteBuffer file = ByteBuffer.allocate(16 + 200 * 16);
    file.putInt(0x803).putInt(200).putInt(4).putInt(4);
    IntStream.range(0, 200 * 16).forEach(i -> file.put((byte) (i / 16)));
    DataOpener data = path -> new ByteArrayInputStream(file.array());
    Set<Double> seen = new HashSet<>();
    for (int replicate : new int[] {0, 1}) { // of 10 images, 5 each
      Examples examples = open(settings, replicate, data);
      for (Examples split : List.of(examples, examples.sealed().orElseThrow())) {
        Set<Double> shades = new HashSet<>();
        for (Batch batch : split.validation(5)) {
          for (int i = 0; i < batch.size(); i++) {
            shades.add(batch.labels().getDouble(i, 5, 0));
          }
        }
        assertThat(shades).hasSizeBetween(1, 5);
        assertThat(seen).doesNotContainAnyElementsOf(shades);
        seen.addAll(shades);
      }
      assertThat(examples.replicatesApart()).isEqualTo(2);
    }
  }

  @Test
  void placesAreDealtOnceBeforeAnyComesAgain() {
    for (int places = 1; places < 60; places++) {
      for (int each = 1; each <= places; each++) {
        HeldOutPlaces dealt = HeldOutPlaces.of(places, each);
        Set<Long> seen = new HashSet<>();
        for (int replicate = 0; replicate < places / each; replicate++) {
          for (long place : dealt.of(HeldOutPart.of(replicate))) {
            assertThat(place).isBetween(0L, places - 1L);
            assertThat(seen.add(place)).as("%d of %d, %d each", place, places, each).isTrue();
          }
        }
        assertThat(dealt.replicatesApart()).isEqualTo((double) places / each);
      }
    }
  }
}
