package org.attune.api.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Lists of words in messages, which stay short. */
class TestShortList {

  private static final List<String> MANY =
      IntStream.range(0, 300).mapToObj(i -> "word" + i).toList();

  @Test
  void fewWordsAreAllThere() {
    assertThat(ShortList.of(List.of("b", "a"), "'x'")).isEqualTo("b, a");
    assertThat(ShortList.near("a", List.of("b", "a"), "'x'")).isEqualTo("b, a");
    assertThat(ShortList.of(MANY.subList(0, 13), "")).endsWith("word11, word12");
  }

  @Test
  void ofManyTheFirstAreThereAndTheOthersCounted() {
    assertThat(ShortList.of(MANY, "'attune list axes'"))
        .isEqualTo(
            "word0, word1, word2, word3, word4, word5, word6, word7, word8, word9, word10, word11"
                + " and 288 more ('attune list axes' shows all)");
    assertThat(ShortList.of(MANY, 2, "")).isEqualTo("word0, word1 and 298 more");
  }

  @Test
  void theWordsLikeTheGivenOneComeFirst() {
    assertThat(ShortList.near("word299", MANY, "")).startsWith("word299, word29, ");
    assertThat(ShortList.near("nothing", MANY, "")).startsWith("word0, word1, ");
  }

  @Test
  void aChoiceOfManyOptionsNamesTheNearest() {
    assertThatThrownBy(() -> new Domain.Choice(MANY).canonical("wrod299"))
        .hasMessageStartingWith("'wrod299' must be one of word299, ")
        .hasMessageEndingWith(" and 288 more; did you mean 'word299'?");
  }
}
