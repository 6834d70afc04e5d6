package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.api.catalog.Configuration;
import org.attune.model.train.TrialTrainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Words that depend on the word before, with an entropy that is known. */
class TestWordChain {

  /** Pairs of words are counted; the bias of that estimate is added (Miller and Madow 1955). */
  @ParameterizedTest
  @ValueSource(doubles = {0, .5, 1, 2, 4})
  void theEntropyIsThatOfTheTextsPairs(double exponent) {
    WordChain chain = new WordChain(16, exponent, 3);
    String[] words = chain.write(600_000).split(" ");

    assertThat(chain.natsOfAWord()).isCloseTo(counted(words), within(.01));
  }

  @Test
  void theEntropyIsThatOfTheRanks() {
    assertThat(new WordChain(64, 0, 1).natsOfAWord()).isCloseTo(Math.log(64), within(1e-12));
    // two words: probabilities 2/3 and 1/3
    double two = Math.log(3) - 2 * Math.log(2) / 3;
    assertThat(new WordChain(2, 1, 1).natsOfAWord()).isCloseTo(two, within(1e-12));
  }

  /** A text of one bit a word: two words of equal probability. */
  @Test
  void aByteHasItsShareOfAWord() {
    WordChain chain = new WordChain(2, 0, 5);
    String text = chain.write(10_000);
    double bytesOfAWord = (double) text.length() / text.chars().filter(c -> c == ' ').count();

    assertThat(chain.bitsPerByte(text)).isCloseTo(1 / bytesOfAWord, within(1e-12));
  }

  @Test
  void anotherTextHasTheSameLanguage() {
    WordChain chain = new WordChain(12, 2, 7);
    String text = chain.write(200_000);
    String other = chain.another(200_000, 1);

    assertThat(other).isNotEqualTo(text).isEqualTo(new WordChain(12, 2, 7).another(200_000, 1));
    assertThat(chain.another(200_000, 2)).isNotEqualTo(other);
    assertThat(new TreeSet<>(List.of(other.split(" ")).subList(0, 20_000)))
        .isEqualTo(new TreeSet<>(List.of(text.split(" ")).subList(0, 20_000)));
    assertThat(likeliest(other)).isEqualTo(likeliest(text));
    assertThat(likeliest(new WordChain(12, 2, 8).write(200_000))).isNotEqualTo(likeliest(text));
    assertThat(chain.write(300_000)).startsWith(text);
  }

  /** The most frequent word after each word. */
  private static Map<String, String> likeliest(String text) {
    Map<String, Map<String, Integer>> pairs = pairs(whole(text));
    Map<String, String> likeliest = new TreeMap<>();
    pairs.forEach(
        (before, counts) ->
            likeliest.put(
                before,
                counts.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .orElseThrow()
                    .getKey()));
    return likeliest;
  }

  private static String[] whole(String text) {
    return text.substring(0, text.lastIndexOf(' ')).split(" ");
  }

  private static Map<String, Map<String, Integer>> pairs(String[] words) {
    Map<String, Map<String, Integer>> pairs = new HashMap<>();
    for (int i = 1; i < words.length; i++) {
      pairs.computeIfAbsent(words[i - 1], w -> new HashMap<>()).merge(words[i], 1, Integer::sum);
    }
    return pairs;
  }

  private static double counted(String[] words) {
    double nats = 0;
    double extra = 0;
    int all = words.length - 2; // the last word may be cut
    List<Map<String, Integer>> rows =
        new ArrayList<>(pairs(Arrays.copyOf(words, words.length - 1)).values());
    for (Map<String, Integer> row : rows) {
      double count = row.values().stream().mapToInt(Integer::intValue).sum();
      for (int n : row.values()) {
        nats -= n / (double) all * Math.log(n / count);
      }
      extra += (row.size() - 1.0) / 2 / all;
    }
    return nats + extra;
  }

  /**
   * A trained network is above the oracle; the less there is to know, the nearer. All pieces of one
   * text have one oracle.
   */
  @ParameterizedTest
  @CsvSource({"characters, 3", "bytes, 3", "bpe, 3", "characters, 0"})
  void whatIsReducibleIsAboveTheOracle(String tokens, double exponent) throws Exception {
    Map<String, String> settings =
        new TreeMap<>(
            Map.of(
                "task.length", "32",
                "task.corpus", "words",
                "task.corpus.size", "40000",
                "task.corpus.lexicon", "8",
                "task.corpus.exponent", String.valueOf(exponent),
                "task.tokens", tokens,
                "model.width", "32",
                "model.layers", "1",
                "train.steps", "150",
                "train.learning-rate", "1e-2"));
    settings.put("task", "text");
    if (tokens.equals("bpe")) {
      settings.put("task.tokens.vocabulary", "270");
    }
    double oracle =
        new TextTask()
            .open(new Configuration(settings), 1, DataOpener.NONE)
            .oracles()
            .get("bits_per_byte");
    Map<String, Double> metrics =
        TrialTrainer.train(settings, 1, DataOpener.NONE, (step, found) -> true).metrics();

    assertThat(oracle).isEqualTo(new WordChain(8, exponent, 1).bitsPerByte(written(exponent)));
    assertThat(metrics.get("oracle_bits_per_byte")).isEqualTo(oracle);
    assertThat(metrics.get("reducible_bits_per_byte"))
        .isCloseTo(metrics.get("bits_per_byte") - oracle, within(1e-12))
        .isPositive();
    assertThat(metrics.get("floor_bits_per_byte")).isGreaterThan(metrics.get("bits_per_byte"));
  }

  private static String written(double exponent) {
    return new WordChain(8, exponent, 1).write(40_000);
  }

  @Test
  void aTextOfUnknownEntropyHasNoOracle() throws Exception {
    assertThat(
            new TextTask()
                .open(
                    new Configuration(Map.of("task", "text", "task.corpus.size", "20000")),
                    1,
                    DataOpener.NONE)
                .oracles())
        .isEmpty();
  }
}
