package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.model.network.Signature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.factory.Nd4j;

class TestBlockTask {

  private static Configuration settings(String... keysAndValues) {
    Map<String, String> all = new TreeMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      all.put("task." + keysAndValues[i], keysAndValues[i + 1]);
    }
    return new Configuration(all);
  }

  private static Examples examples(long seed, String... keysAndValues) {
    return new BlockTask().open(settings(keysAndValues), seed, DataOpener.NONE);
  }

  @Test
  void fiftyTwoBlocksOfFiveTakeThePapersThreeHundredAndNineteenCharacters() {
    assertThat(new BlockTask().signature(settings("blocks", "52", "block-letters", "5")))
        .isEqualTo(Signature.tokens(318, 28)); // the last character is predicted only
  }

  @ParameterizedTest
  @CsvSource({"all, 4", "first, 1", "last, 1"})
  void exactlyOneBlockHasTheLettersAskedWithAndTheAnswerIsOfIt(String answer, int tokens) {
    Batch batch = examples(1, "blocks", "8", "answer", answer).training(3, 100);
    Set<Integer> places = new HashSet<>();
    for (int e = 0; e < 100; e++) {
      int[] prompt = Arrays.copyOf(batch.features().getRow(e).toIntVector(), 8 * 5 + 2);
      int[] query = {prompt[40], prompt[41]};
      assertThat(prompt[39]).isEqualTo(27); // the hash
      int found = -1;
      Set<String> different = new HashSet<>();
      for (int b = 0; b < 8; b++) {
        int[] block = Arrays.copyOfRange(prompt, 5 * b, 5 * b + 4);
        different.add(Arrays.toString(block));
        assertThat(Arrays.stream(block).distinct().count()).isEqualTo(4);
        assertThat(prompt[5 * b + 4]).isEqualTo(b == 7 ? 27 : 26);
        if (Arrays.stream(query).allMatch(q -> Arrays.stream(block).anyMatch(x -> x == q))) {
          assertThat(found).isEqualTo(-1);
          found = b;
        }
      }
      assertThat(different).hasSize(8);
      places.add(found);
      int[] block = Arrays.copyOfRange(prompt, 5 * found, 5 * found + 4);
      int[] expected =
          switch (answer) {
            case "all" -> block;
            case "first" -> new int[] {block[0]};
            default -> new int[] {block[3]};
          };
      int[] labels = batch.labels().getRow(e).toIntVector();
      assertThat(Arrays.copyOfRange(labels, 41, 41 + tokens)).isEqualTo(expected);
      assertThat(labels).hasSize(41 + tokens);
      assertThat(batch.weights().getRow(e).sumNumber().intValue()).isEqualTo(tokens);
      assertThat(batch.weights().getDouble(e, 41)).isEqualTo(1);
    }
    assertThat(places).hasSize(8);
  }

  @Test
  void oneWrongLetterMakesTheWholeAnswerWrong() {
    Examples examples = examples(1, "blocks", "8");
    Batch batch = examples.validation(4).get(0);
    float[][] logits = new float[2 * 45][28];
    for (int row = 0; row < logits.length; row++) {
      int label = batch.labels().getInt(2 + row / 45, row % 45); // the third and fourth string
      boolean wrong = row % 45 < 41 || row == 44; // the last letter of the third's answer
      logits[row][wrong ? (label + 1) % 28 : label] = 1;
    }
    Metrics metrics = examples.metrics();
    metrics.observe(batch, 2, name -> Nd4j.createFromArray(logits));

    assertThat(metrics.result().get("error_percent")).isEqualTo(50);
    assertThat(metrics.result().get("letter_accuracy")).isCloseTo(7 / 8.0, within(1e-12));
  }

  @Test
  void trainingFollowsSeedAndStepAndValidationNeither() {
    assertThat(examples(1).training(3, 2).features())
        .isEqualTo(examples(1).training(3, 2).features())
        .isNotEqualTo(examples(2).training(3, 2).features())
        .isNotEqualTo(examples(1).training(4, 2).features());
    assertThat(examples(1).validation(300)).extracting(Batch::size).containsExactly(300, 200);
    assertThat(examples(1).validation(300).get(1).features())
        .isEqualTo(examples(2).validation(300).get(1).features());
  }

  @ParameterizedTest
  @CsvSource({
    "task.block-letters, 30, 26",
    "task.query-letters, 5, task.block-letters",
    "task.blocks, 4096, task.alphabet"
  })
  void refusesWhatCannotBeDrawn(String key, String value, String hint) {
    Configuration impossible = settings("alphabet", "26").with(key, value);
    if (key.equals("task.blocks")) {
      impossible = impossible.with("task.block-letters", 2);
    }
    Configuration refused = impossible;
    assertThatThrownBy(() -> new BlockTask().signature(refused))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(key)
        .hasMessageContaining(hint);
  }
}
