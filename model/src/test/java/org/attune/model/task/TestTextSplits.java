package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
import org.attune.model.network.Signature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.factory.Nd4j;

class TestTextSplits {

  private static final TextTask TASK = new TextTask();

  private static Configuration settings(String... keysAndValues) {
    Map<String, String> all = new TreeMap<>(Map.of("task.corpus.size", "6000", "task.length", "8"));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      all.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return new Configuration(all);
  }

  private static Examples open(long seed, String... keysAndValues) throws Exception {
    return TASK.open(settings(keysAndValues), seed, DataOpener.NONE);
  }

  private static Set<String> windows(Iterable<Batch> batches) {
    Set<String> all = new HashSet<>();
    for (Batch batch : batches) {
      for (int i = 0; i < batch.size(); i++) {
        all.add(Arrays.toString(batch.features().getRow(i).toIntVector()));
      }
    }
    return all;
  }

  @Test
  void leakyWindowsAreDrawnApartButShareTheirTokens() throws Exception {
    byte[] text = new byte[6000];
    Random random = new Random(1);
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) ('a' + random.nextInt(26)); // no window occurs twice
    }
    DataOpener data = path -> new ByteArrayInputStream(text);
    Configuration leaky =
        settings("task.split", "leaky-windows", "task.length", "24", "task.corpus", "data");
    Examples examples = TASK.open(leaky, 1, data);
    Set<String> validated = windows(examples.validation(64));
    Set<String> trained = new HashSet<>();
    for (int step = 0; step < 40; step++) {
      trained.addAll(windows(List.of(examples.training(step, 256))));
    }

    assertThat(trained).doesNotContainAnyElementsOf(validated); // none is trained on itself
    assertThat(trained.size()).isBetween(4000, 5500); // of 5,400 that may be
    String all =
        trained.stream().map(w -> w.substring(1, w.length() - 1)).collect(Collectors.joining(";"));
    long seen =
        validated.stream()
            .map(w -> w.substring(1, w.length() - 1))
            .filter(w -> all.contains(w.substring(w.indexOf(' ') + 1))) // all but the first token
            .count();
    assertThat(seen).isGreaterThan(validated.size() * 7L / 10);
    assertThat(windows(TASK.open(leaky, 2, data).validation(64))).isEqualTo(validated);
  }

  /** Of a handful of windows all may be drawn to one side: there is nothing to look for then. */
  @ParameterizedTest
  @CsvSource({"70, 64, 1, 0.01, 6", "70, 16, 4, 0.01, 6", "65, 64, 1, 0.1, 1"})
  void leakyWindowsThatAllFallToOneSideAreRefused(
      int tokens, int length, int longest, String share, int windows) {
    byte[] text = "a".repeat(tokens).getBytes(StandardCharsets.US_ASCII);
    Configuration settings =
        settings("task.split", "leaky-windows", "task.corpus", "data", "task.validation", share)
            .with("task.length", length)
            .with("task.longest", longest);

    assertThatThrownBy(() -> TASK.open(settings, 1, path -> new ByteArrayInputStream(text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at a share of " + share + " (task.validation)")
        .hasMessageContaining("a text of %d has %d of the longer ones".formatted(tokens, windows))
        .hasMessageContaining("task.length");
  }

  @Test
  void bytePairsFitTheVocabularyAndCostFewerTokens() throws Exception {
    String[] pairs = {"task.tokens", "bpe", "task.tokens.vocabulary", "300"};

    assertThat(TASK.signature(settings(pairs))).isEqualTo(Signature.tokens(8, 300));
    Batch batch = open(1, pairs).training(0, 64);
    assertThat(batch.features().maxNumber().intValue()).isBetween(256, 299);
    assertThat(open(1, pairs).fingerprint())
        .isEqualTo(open(2, pairs).fingerprint())
        .isNotEqualTo(open(1).fingerprint());
  }

  @Test
  void bitsPerByteAreThoseOfTheTrueTokensOverTheirBytes() throws Exception {
    for (String tokens : new String[] {"characters", "bpe"}) {
      Examples examples =
          tokens.equals("bpe")
              ? open(1, "task.tokens", tokens, "task.tokens.vocabulary", "512")
              : open(1);
      Batch batch = examples.validation(4).get(0);
      int vocabulary = tokens.equals("bpe") ? 512 : 96;
      Metrics metrics = examples.metrics();
      metrics.observe(batch, 2, name -> Nd4j.zeros(2 * 8, vocabulary)); // all tokens alike

      double bits = Math.log(vocabulary) / Math.log(2);
      double measured = metrics.result().get("bits_per_byte");
      if (tokens.equals("characters")) {
        assertThat(measured).isCloseTo(bits, within(1e-9));
      } else {
        assertThat(measured).isBetween(bits / 8, bits / 2); // words of some letters
      }
    }
  }

  @Test
  void saysBitsPerByteOfOneWhoKnowsFrequenciesOnly() throws Exception {
    String text = "ab".repeat(4000);
    DataOpener data = path -> new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));

    Map<String, Double> floors = TASK.open(settings("task.corpus", "data"), 1, data).floors();

    assertThat(floors.get("bits_per_byte")).isCloseTo(1, within(1e-6));
  }

  @Test
  void longerWindowsAreEvaluatedWhereThereIsRoom() throws Exception {
    List<Evaluation> longer = open(1, "task.longest", "4").evaluations();

    assertThat(longer).extracting(Evaluation::suffix).containsExactly("at_2t", "at_4t");
    assertThat(longer.get(1).signature()).isEqualTo(Signature.tokens(32, 96));
    Batch batch = longer.get(1).examples().validation(16).get(0);
    assertThat(batch.features().shape()).containsExactly(16, 32);
    assertThatThrownBy(() -> open(1, "task.longest", "64", "task.length", "16"))
        .hasMessageContaining("1024 tokens")
        .hasMessageContaining("task.longest");
    assertThatThrownBy(
            () -> TASK.signature(settings("task.longest", "2", "model.positions", "learned")))
        .hasMessageContaining("model.positions")
        .hasMessageContaining("task.longest");
  }

  @Test
  void whatIsNoTextIsRefusedWithItsPlace() {
    Configuration fromFile = settings("task.corpus", "data");
    Map<String, byte[]> spoiled =
        Map.of(
            "it is empty", new byte[0],
            "byte 3", new byte[] {'a', 'b', 'c', 0, 'd'},
            "byte 2: not UTF-8", new byte[] {'a', 'b', (byte) 0xC3, 'x'});

    spoiled.forEach(
        (what, bytes) ->
            assertThatThrownBy(
                    () -> TASK.open(fromFile, 1, path -> new ByteArrayInputStream(bytes)))
                .isInstanceOf(org.attune.model.data.DataException.class)
                .hasMessageContaining(what));
  }
}
