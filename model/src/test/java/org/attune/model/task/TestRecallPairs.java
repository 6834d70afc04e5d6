package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Which pairs are asked for, and which are noise. */
class TestRecallPairs {

  /** Three keys, four values, two noise tokens, ten pairs. */
  private static final RecallPairs PAIRS = new RecallPairs(7, 20, 2, 0.3);

  @RepeatedTest(20)
  void aValueIsAskedForIfItsKeyCameBefore(RepetitionInfo repetition) {
    AskedSequence drawn = PAIRS.draw(new SplittableRandom(repetition.getCurrentRepetition()));
    Map<Integer, Integer> values = new HashMap<>();
    for (int t = 0; t < PAIRS.length(); t += 2) {
      int key = drawn.tokens()[t];
      int value = drawn.labels()[t];
      boolean noise = key >= 7;
      assertThat(drawn.asked()[t]).isEqualTo(!noise && values.containsKey(key));
      if (noise) {
        assertThat(value).isIn(7, 8);
      } else {
        assertThat(key).isLessThan(3);
        assertThat(value).isBetween(3, 6).isEqualTo(values.getOrDefault(key, value));
        values.put(key, value);
      }
      if (t > 0) {
        assertThat(drawn.asked()[t - 1]).as("a key is never asked for").isFalse();
      }
    }
    assertThat(drawn.asked()[PAIRS.length() - 1]).as("the last pair").isTrue();
    int[] solved = PAIRS.solve(drawn.tokens());
    for (int t = 0; t < solved.length; t++) {
      assertThat(!drawn.asked()[t] || solved[t] == drawn.labels()[t]).isTrue();
    }
  }

  /** Of ten pairs the last is none, nor is one other. */
  @Test
  void noiseIsItsShareOfThePairsThatMayBeNoise() {
    SplittableRandom random = new SplittableRandom(4);
    double noise = 0;
    for (int i = 0; i < 2_000; i++) {
      int[] tokens = PAIRS.draw(random).tokens();
      for (int t = 0; t < tokens.length; t += 2) {
        noise += tokens[t] >= 7 ? 1 / (2_000.0 * 8) : 0;
      }
    }
    assertThat(noise).isCloseTo(0.3, within(0.015)); // four standard errors
  }

  @Test
  void whereAllIsNoiseOnePairIsStillAskedFor() {
    RecallPairs all = new RecallPairs(7, 20, 2, 1);
    boolean[] certain = new boolean[10];
    for (int seed = 0; seed < 300; seed++) {
      AskedSequence drawn = all.draw(new SplittableRandom(seed));
      int pairs = 0;
      for (int t = 0; t < 18; t += 2) {
        certain[t / 2] |= drawn.tokens()[t] < 7;
        pairs += drawn.tokens()[t] < 7 ? 1 : 0;
      }
      assertThat(pairs).isEqualTo(1);
    }
    assertThat(certain)
        .containsExactly(true, true, true, true, true, true, true, true, true, false);
  }

  @Test
  void oneOfFourValuesIsGuessed() {
    assertThat(PAIRS.chance()).isEqualTo(0.25);
  }
}
