package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Which tokens of a text the windows read: a window of {@code length} tokens reads one more, the
 * last label. Over all small texts, no token is of two parts and none that may be read is left.
 */
class TestWindowSplit {

  private static TreeSet<Integer> read(int[] starts, int length) {
    TreeSet<Integer> tokens = new TreeSet<>();
    for (int start : starts) {
      for (int t = 0; t <= length; t++) {
        tokens.add(start + t);
      }
    }
    return tokens;
  }

  private static TreeSet<Integer> trained(WindowSplit split, int length) {
    SplittableRandom random = new SplittableRandom(1);
    int[] starts = random.longs(2_000).mapToInt(i -> split.trained(random, length)).toArray();
    return read(starts, length);
  }

  @Test
  void trainingEndsWhereValidationBegins() {
    for (int length = 1; length <= 4; length++) {
      for (int tokens = 2 * length + 4; tokens <= 2 * length + 12; tokens++) {
        int until = tokens - length - 2;
        WindowSplit split = new WindowSplit.Contiguous(tokens, until);

        assertThat(trained(split, length)).first().isEqualTo(0);
        assertThat(trained(split, length)).last().isEqualTo(until - 1);
        assertThat(read(split.validated(100, length), length)).first().isEqualTo(until);
        assertThat(read(split.validated(100, length), length)).last().isEqualTo(tokens - 1);
        assertThat(split.frequenciesUntil()).isEqualTo(until);
      }
    }
  }

  @Test
  void validationWindowsAreEvenlySpread() {
    assertThat(new WindowSplit.Contiguous(100, 50).validated(4, 10))
        .containsExactly(50, 60, 70, 80);
    assertThat(new WindowSplit.Contiguous(100, 87).validated(4, 10)).containsExactly(87, 88, 89);
  }

  /**
   * Windows of every multiple of the length: sealed tokens are neither trained on nor validated.
   */
  @Test
  void sealedWindowsShareNoTokenWithOthers() {
    int between = 0;
    int following = 0;
    for (int length = 1; length <= 3; length++) {
      for (int longest = 1; longest <= 2; longest++) {
        for (int windows = 1; windows <= 5; windows++) {
          for (int tokens = 26 + length * longest; tokens <= 75; tokens++) {
            for (int all = tokens; all <= tokens + 7; all++) {
              WindowSplit split = new WindowSplit.Contiguous(tokens, 25);
              Optional<WindowSplit> sealed = split.sealed(windows, all, length, longest);
              assertThat(sealed.isPresent())
                  .isEqualTo(
                      all - tokens > length * longest || hasRoom(split, windows, length, longest));
              if (sealed.isPresent()) {
                boolean follows = sealed.get() instanceof WindowSplit.Following;
                following += follows ? 1 : 0;
                between += follows ? 0 : 1;
                for (int times = 1; times <= longest; times *= 2) {
                  assertApart(
                      split,
                      sealed.get(),
                      Math.max(1, windows / times),
                      length * times,
                      follows ? tokens : 25,
                      follows ? all : tokens);
                }
              }
            }
          }
        }
      }
    }
    assertThat(between).isGreaterThan(1_000);
    assertThat(following).isGreaterThan(1_000);
  }

  /** Whether each validation window and one beside it fit at every length, no token in two. */
  private static boolean hasRoom(WindowSplit split, int windows, int length, int longest) {
    for (int times = 1; times <= longest; times *= 2) {
      int longer = length * times;
      Set<Integer> taken = new HashSet<>();
      for (int start : split.validated(Math.max(1, windows / times), longer)) {
        for (int t = 0; t < 2 * (longer + 1); t++) {
          if (start + t >= ((WindowSplit.Contiguous) split).tokens() || !taken.add(start + t)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static void assertApart(
      WindowSplit split, WindowSplit sealed, int windows, int length, int from, int end) {
    TreeSet<Integer> tokens = read(sealed.validated(windows, length), length);
    TreeSet<Integer> validated = read(split.validated(windows, length), length);

    assertThat(tokens).isNotEmpty().doesNotContainAnyElementsOf(validated);
    assertThat(tokens.first()).isGreaterThanOrEqualTo(from);
    assertThat(tokens.last()).isLessThan(end);
    assertThat(sealed.trained(new SplittableRandom(2), length))
        .isEqualTo(split.trained(new SplittableRandom(2), length));
  }

  /** Two windows of 2 tokens read 3 each: with their sealed ones they fill twelve tokens. */
  @Test
  void sealedWindowsTakeTheLastRoomThereIs() {
    WindowSplit split = new WindowSplit.Contiguous(25 + 14, 25);

    assertThat(split.validated(2, 2)).containsExactly(25, 31);
    assertThat(split.sealed(2, 25 + 14, 2, 1).orElseThrow().validated(2, 2))
        .containsExactly(28, 34);
    assertThat(split.sealed(3, 25 + 14, 2, 1)).isEmpty();
    assertThat(new WindowSplit.Contiguous(25 + 6, 25).sealed(1, 25 + 6, 2, 1)).isPresent();
    assertThat(new WindowSplit.Contiguous(25 + 5, 25).sealed(1, 25 + 5, 2, 1)).isEmpty();
  }

  /** A part that follows has room for a window once it is longer than the longest. */
  @Test
  void sealedWindowsFollowWhereTheTextGoesOn() {
    WindowSplit split = new WindowSplit.Contiguous(47, 38); // no room between its windows

    assertThat(split.sealed(1, 47 + 8, 4, 2)).isEmpty();
    assertThat(split.sealed(1, 47 + 9, 4, 2).orElseThrow().validated(5, 8)).containsExactly(47);
  }
}
