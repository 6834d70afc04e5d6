package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.model.data.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestShardsTask {

  private static final int LENGTH = 8;

  /** Files of 400, 240 and 160 tokens, each its own number, and a held-out one of 200. */
  private static ShardFolder folder() {
    return new ShardFolder()
        .with("a/train_1.bin", 400, i -> i)
        .with("a/train_2.bin", 240, i -> 400 + i)
        .with("b/train_3.bin", 160, i -> 640 + i)
        .with("val_0.bin", 200, i -> 800 + i)
        .with("readme.bin.txt", 1, i -> 0);
  }

  private static Examples open(ShardFolder folder, long seed, String... more) throws Exception {
    Map<String, String> settings =
        new TreeMap<>(Map.of("task", "shards", "task.length", "8", "task.vocabulary", "1000"));
    for (int i = 0; i < more.length; i += 2) {
      settings.put(more[i], more[i + 1]);
    }
    return new ShardsTask().open(new Configuration(settings), seed, folder);
  }

  private static List<int[]> rows(Batch batch) {
    List<int[]> rows = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      int[] row = batch.features().getRow(i).toIntVector();
      int[] next = batch.labels().getRow(i).toIntVector();
      assertThat(Arrays.copyOfRange(next, 0, LENGTH - 1))
          .isEqualTo(Arrays.copyOfRange(row, 1, LENGTH));
      rows.add(row);
    }
    return rows;
  }

  @Test
  void anEpochTrainsOnEachTokenOnceAndTheNextOnTheSame() throws Exception {
    Examples examples = open(folder(), 3);
    int[] seen = new int[800];
    for (int step = 0; step < 50; step++) { // of four rows of eight tokens
      rows(examples.training(step, 4))
          .forEach(row -> Arrays.stream(row).forEach(token -> seen[token]++));
    }
    assertThat(seen).containsOnly(2);
  }

  /** Rows of 512 tokens, over the ends of what a row reads at a time and of the corpus. */
  @Test
  void noRowHasAHoleWhereItReadsOn() throws Exception {
    int tokens = 71 * 997;
    ShardFolder folder =
        new ShardFolder().with("1.bin", tokens, i -> i % 997).with("2.bin", 2_000, i -> 0);
    Examples examples = open(folder, 1, "task.length", "512");
    for (int step = 0; step < tokens / 512 + 10; step++) {
      Batch batch = examples.training(step, 2);
      for (int i = 0; i < 2; i++) {
        int[] row = batch.features().getRow(i).toIntVector();
        int[] next = Arrays.stream(row).map(t -> (t + 1) % 997).toArray();
        assertThat(batch.labels().getRow(i).toIntVector()).isEqualTo(next);
        assertThat(Arrays.copyOfRange(row, 1, 512)).isEqualTo(Arrays.copyOf(next, 511));
      }
    }
  }

  @Test
  void aStepIsTheSameInWhateverOrderStepsAreTaken() throws Exception {
    Examples one = open(folder(), 5);
    Examples two = open(folder(), 5);
    List<int[]> late = rows(two.training(17, 3));
    for (int step = 0; step < 17; step++) {
      one.training(step, 3);
    }
    assertThat(rows(one.training(17, 3))).usingRecursiveComparison().isEqualTo(late);
    assertThat(rows(open(folder(), 6).training(17, 3)))
        .usingRecursiveComparison()
        .isNotEqualTo(late);
  }

  @Test
  void validationAndClaimsReadHalvesOfTheHeldOutFile() throws Exception {
    Examples examples = open(folder(), 1, "task.validation-examples", "9");
    List<Integer> validated = tokens(examples.validation(4));
    List<Integer> sealed = tokens(examples.sealed().orElseThrow().validation(4));

    // 92 places in either half, for nine windows
    assertThat(firsts(validated)).containsExactly(800, 810, 820, 830, 840, 851, 861, 871, 881);
    assertThat(firsts(sealed)).containsExactly(900, 910, 920, 930, 940, 951, 961, 971, 981);
    assertThat(tokens(open(folder(), 2, "task.validation-examples", "9").validation(9)))
        .isEqualTo(validated);
  }

  private static List<Integer> firsts(List<Integer> tokens) {
    return IntStream.range(0, tokens.size() / LENGTH)
        .mapToObj(i -> tokens.get(i * LENGTH))
        .toList();
  }

  private static List<Integer> tokens(List<Batch> batches) {
    return batches.stream()
        .flatMap(batch -> rows(batch).stream().flatMapToInt(Arrays::stream).boxed())
        .toList();
  }

  @Test
  void withoutANamedOneTheLastFileIsHeldOut() throws Exception {
    ShardFolder folder = folder();
    folder.files.remove("val_0.bin");
    assertThat(tokens(open(folder, 1).validation(64))).allMatch(t -> t >= 640);
  }

  @Test
  void theCorpusIsNeverHeldWhole() throws Exception {
    int tokens = 5_000_000;
    ShardFolder folder =
        new ShardFolder().with("1.bin", tokens, i -> i % 7).with("2.bin", 1_000, i -> i % 7);
    Examples examples = open(folder, 1);
    folder.read = 0;
    for (int step = 0; step < 100; step++) {
      examples.training(step, 4);
    }
    assertThat(folder.read).isLessThan(2L * tokens / 20);
  }

  @Test
  void theFloorIsTheEntropyOfTheTokens() throws Exception {
    ShardFolder folder =
        new ShardFolder().with("1.bin", 800, i -> i % 4).with("2.bin", 100, i -> 0);
    assertThat(open(folder, 1).floors().get("validation_loss"))
        .isCloseTo(Math.log(4), within(1e-12));
  }

  @Test
  void theFingerprintFollowsTheTokensAndNotTheSeed() throws Exception {
    String fingerprint = open(folder(), 1).fingerprint();
    assertThat(open(folder(), 2).fingerprint()).isEqualTo(fingerprint);
    ShardFolder other = folder().with("b/train_3.bin", 160, i -> 641 + i);
    assertThat(open(other, 1).fingerprint()).isNotEqualTo(fingerprint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cut | Cannot read a/train_2.bin: it is cut off: its header says 240 tokens",
        "long | Cannot read a/train_2.bin at byte 1504: it goes on after its 240 tokens",
        "magic | Cannot read a/train_2.bin at byte 0: this is not a shard of tokens",
        "short | Cannot read a/train_2.bin at byte 0: this is not a shard of tokens",
        "none | Cannot read a/train_2.bin at byte 8: a shard of 0 tokens",
      })
  void aDamagedFileIsRefusedByName(String damage, String message) {
    ShardFolder folder = folder();
    byte[] file = folder.files.get("a/train_2.bin");
    switch (damage) {
      case "cut" -> file = Arrays.copyOf(file, file.length - 1);
      case "long" -> file = Arrays.copyOf(file, file.length + 1);
      case "magic" -> file[1]++;
      case "short" -> file = Arrays.copyOf(file, 1000);
      default -> Arrays.fill(file, 8, 12, (byte) 0);
    }
    folder.files.put("a/train_2.bin", file);

    assertThatThrownBy(() -> open(folder, 1))
        .isInstanceOf(DataException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aTokenOutsideTheVocabularyIsRefusedByItsPlace() throws Exception {
    Examples examples = open(folder(), 1, "task.vocabulary", "700");
    assertThatThrownBy(() -> IntStream.range(0, 25).forEach(step -> examples.training(step, 4)))
        .hasMessageContaining("Cannot read b/train_3.bin at token 60: the number 700")
        .hasMessageContaining("task.vocabulary is 700");
  }

  @Test
  void aFolderWithOneFileAndOneTooSmallAreRefused() {
    assertThatThrownBy(() -> open(new ShardFolder().with("1.bin", 100, i -> i), 1))
        .hasMessageContaining("1 files *.bin for training and 0 held out");
    ShardFolder small =
        new ShardFolder().with("1.bin", 100, i -> i).with("2.bin", 2 * LENGTH, i -> i);
    assertThatThrownBy(() -> open(small, 1)).hasMessageContaining("lower task.length");
  }
}
