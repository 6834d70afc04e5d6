package org.attune.model.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TestBytePairs {

  private static Tokens encode(String text, int vocabulary) {
    return BytePairs.encode(text.getBytes(StandardCharsets.UTF_8), new byte[0], vocabulary);
  }

  private static List<Integer> ids(Tokens tokens) {
    List<Integer> all = new ArrayList<>();
    for (char id : tokens.ids()) {
      all.add((int) id);
    }
    return all;
  }

  @Test
  void withoutMergesTokensAreBytes() {
    assertThat(ids(encode("ab\u00e9", 256))).containsExactly(97, 98, 0xC3, 0xA9);
  }

  @Test
  void theMostFrequentPairIsMergedFirstAndItsTokenMergesOn() {
    Tokens tokens = encode("low low low lower", 259);

    // "lo" and "ow" occur 4 times: 'l' < 'o', so "lo" first, then "low"; then " low" (3 times)
    assertThat(ids(tokens)).containsExactly(257, 258, 258, 258, 101, 114);
    assertThat(tokens.bytes()[256]).isEqualTo(2);
    assertThat(tokens.bytes()[257]).isEqualTo(3);
    assertThat(tokens.bytes()[258]).isEqualTo(4);
  }

  @Test
  void tokensDoNotCrossWordsDigitsOrLines() {
    Tokens tokens = encode("ab12\n".repeat(50), 258);

    // "ab" and "12" are merged; nothing else is side by side within a word
    assertThat(ids(tokens).subList(0, 3)).containsExactly(257, 256, 10);
    assertThatThrownBy(() -> encode("ab12\n".repeat(50), 259))
        .hasMessageContaining("pairs for 258 only")
        .hasMessageContaining("task.tokens.vocabulary");
  }

  @Test
  void allBytesAreAccountedForAndTheSameEachTime() {
    StringBuilder text = new StringBuilder();
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      text.append("aeiou bcd\n.".charAt(random.nextInt(11)));
    }
    Tokens tokens = encode(text.toString(), 400);
    double bytes = 0;
    for (char id : tokens.ids()) {
      bytes += tokens.bytes()[id];
    }

    assertThat(bytes).isEqualTo(20_000);
    assertThat(tokens.count()).isLessThan(13_000);
    assertThat(encode(text.toString(), 400).ids()).isEqualTo(tokens.ids());
  }

  /** Counting anew before each merge must give the same tokens as keeping count. */
  @Test
  void agreesWithCountingAnewBeforeEachMerge() {
    Random random = new Random(3);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 600; i++) {
      text.append(random.nextInt(5) == 0 ? ' ' : (char) ('a' + random.nextInt(3)));
    }
    assertThat(ids(encode(text.toString(), 300))).isEqualTo(countedAnew(text.toString(), 300));
  }

  private static List<Integer> countedAnew(String text, int vocabulary) {
    List<List<Integer>> words = new ArrayList<>();
    for (String word : text.split("(?=(?<! ) +(?! )|(?<= ) (?! ))|(?<![ ])(?=  )")) {
      words.add(new ArrayList<>(word.chars().boxed().toList()));
    }
    for (int token = 256; token < vocabulary; token++) {
      Map<List<Integer>, Integer> counts = new HashMap<>();
      for (List<Integer> word : words) {
        for (int i = 0; i + 1 < word.size(); i++) {
          counts.merge(List.of(word.get(i), word.get(i + 1)), 1, Integer::sum);
        }
      }
      List<Integer> best =
          counts.keySet().stream()
              .min(
                  (a, b) ->
                      !counts.get(a).equals(counts.get(b))
                          ? counts.get(b) - counts.get(a)
                          : !a.get(0).equals(b.get(0)) ? a.get(0) - b.get(0) : a.get(1) - b.get(1))
              .orElseThrow();
      for (List<Integer> word : words) {
        for (int i = 0; i + 1 < word.size(); i++) {
          if (word.get(i).equals(best.get(0)) && word.get(i + 1).equals(best.get(1))) {
            word.set(i, token);
            word.remove(i + 1);
          }
        }
      }
    }
    return words.stream().flatMap(List::stream).toList();
  }
}
