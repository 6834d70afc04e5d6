package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attune.api.catalog.Configuration;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.ndarray.INDArray;

class TestTextTask {

  private static final TextTask TASK = new TextTask();

  private static Configuration settings(String... keysAndValues) {
    Configuration settings = new Configuration(Map.of("task.length", "16"));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings = settings.with(keysAndValues[i], keysAndValues[i + 1]);
    }
    return settings;
  }

  private static Examples generated(long seed) throws Exception {
    return TASK.open(settings("task.corpus.size", "5000"), seed, DataOpener.NONE);
  }

  private static String decode(INDArray tokens, int row) {
    StringBuilder text = new StringBuilder();
    for (int t = 0; t < tokens.size(1); t++) {
      int token = tokens.getInt(row, t);
      text.append(token == 0 ? '\n' : (char) (token - 1 + ' '));
    }
    return text.toString();
  }

  @Test
  void labelsAreTheNextCharacters() throws Exception {
    Batch batch = generated(1).training(0, 4);

    assertThat(batch.size()).isEqualTo(4);
    for (int i = 0; i < 4; i++) {
      assertThat(decode(batch.labels(), i)).startsWith(decode(batch.features(), i).substring(1));
    }
    assertThat(batch.weights().minNumber().doubleValue()).isEqualTo(1);
  }

  @Test
  void batchesFollowFromSeedAndStep() throws Exception {
    INDArray batch = generated(1).training(3, 4).features();

    assertThat(generated(1).training(3, 4).features()).isEqualTo(batch);
    assertThat(generated(1).training(4, 4).features()).isNotEqualTo(batch);
    assertThat(generated(2).training(3, 4).features()).isNotEqualTo(batch);
  }

  @Test
  void validationIsTheSameForEverySeedAndApartFromTraining() throws Exception {
    String text = Chronicle.write(5000, 1);
    Examples examples = generated(1);
    List<Batch> validation = examples.validation(50);
    INDArray first = validation.get(0).features();

    assertThat(generated(2).validation(50).get(0).features()).isEqualTo(first);
    assertThat(validation.stream().mapToInt(Batch::size).sum()).isEqualTo(128);
    String heldOut = text.substring(4500);
    for (int i = 0; i < first.size(0); i++) {
      assertThat(heldOut).contains(decode(first, i));
    }
    Set<String> trained = new HashSet<>();
    Batch batch = examples.training(0, 200);
    for (int i = 0; i < batch.size(); i++) {
      trained.add(decode(batch.features(), i));
    }
    assertThat(trained).allMatch(window -> text.substring(0, 4500).contains(window));
  }

  @Test
  void floorIsTheEntropyOfSingleCharacters() throws Exception {
    String text = "ab".repeat(4000);
    DataOpener data = path -> new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));

    Examples examples = TASK.open(settings("task.corpus", "data"), 1, data);

    assertThat(examples.floors().get("validation_loss")).isCloseTo(Math.log(2), within(1e-6));
  }

  @Test
  void readsTheUsersTextAndReplacesWhatItCannotTell() throws Exception {
    String text = "tea\tand caf\u00e9\n".repeat(100);
    DataOpener data =
        path -> {
          assertThat(path).isEmpty();
          return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        };

    Batch batch = TASK.open(settings("task.corpus", "data"), 1, data).training(0, 1);

    assertThat("tea?and caf?\n".repeat(3)).contains(decode(batch.features(), 0));
  }

  @Test
  void tooShortATextIsRefusedWithItsLength() {
    DataOpener data = path -> new ByteArrayInputStream("short".getBytes(StandardCharsets.UTF_8));

    assertThatThrownBy(() -> TASK.open(settings("task.corpus", "data"), 1, data))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("16 tokens from a text of 5")
        .hasMessageContaining("task.length");
    assertThatThrownBy(() -> TASK.open(settings("task.corpus", "data"), 1, DataOpener.NONE))
        .isInstanceOf(FileNotFoundException.class);
  }

  /** Losses on another text compare with none that were published or stored before. */
  @Test
  void generatedTextStaysAsItWas() {
    String text = Chronicle.write(20_000, 1);

    assertThat(text)
        .startsWith(
            "Sabaim drais a kidrul bouglund. She vinds the bouglund. The bouglund of Sabaim")
        .hasSize(20_000);
    assertThat(Configuration.sha256(text))
        .isEqualTo("90f26dbc8c68c7b5c6d9f47eea3e4d12462df1c915524f5e2deaf86d5c35029d");
  }

  @Test
  void generatedTextIsReproducibleAndItsOwn() throws Exception {
    assertThat(Chronicle.write(3000, 2)).isNotEqualTo(Chronicle.write(3000, 1));
    assertThat(generated(1).fingerprint()).isEqualTo(generated(2).fingerprint()).hasSize(32);
  }
}
