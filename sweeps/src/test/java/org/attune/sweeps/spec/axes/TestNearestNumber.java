package org.attune.sweeps.spec.axes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.attune.api.catalog.Domain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestNearestNumber {

  private static final long WIDEST = 3000;

  private static NearestNumber search(
      long min, long max, long start, LongPredicate sound, LongUnaryOperator count, long goal) {
    return NearestNumber.search(
        new Domain.IntegerRange(min, max),
        start,
        n -> sound.test(n) ? OptionalLong.of(count.applyAsLong(n)) : OptionalLong.empty(),
        goal);
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "4, 0", "7, 3", "64, 0", "250, 9"})
  void noSoundNumberIsNearer(long period, long first) {
    LongPredicate sound = n -> n % period == first;
    LongUnaryOperator count = n -> 50 + 13 * n + n * n;
    for (long goal = 0; goal < count.applyAsLong(WIDEST); goal = 3 * goal / 2 + 29) {
      long wanted = goal;
      long least =
          LongStream.rangeClosed(0, WIDEST)
              .filter(sound)
              .map(n -> Math.abs(count.applyAsLong(n) - wanted))
              .min()
              .orElseThrow();
      for (long start : new long[] {first, first + period, first + 11 * period}) {
        NearestNumber nearest = search(0, WIDEST, start, sound, count, goal);

        assertThat(nearest.distance()).as("goal %d from %d", goal, start).isEqualTo(least);
        assertThat(sound.test(nearest.number())).isTrue();
        assertThat(nearest.parameters()).isEqualTo(count.applyAsLong(nearest.number()));
      }
    }
  }

  @Test
  void ofTwoAsNearTheSmallerModelIsTaken() {
    assertThat(search(1, 100, 8, n -> true, n -> 10 * n, 55).number()).isEqualTo(5);
    assertThat(search(1, 100, 6, n -> true, n -> 10 * n, 55).number()).isEqualTo(5);
  }

  @Test
  void aNumberWithoutEffectStays() {
    assertThat(search(0, 1_000_000_000, 0, n -> true, n -> 7, 8).number()).isZero();
    assertThat(search(0, 1_000_000_000, 100, n -> true, n -> 9, 8).number()).isEqualTo(100);
  }

  @Test
  void aLimitIsKept() {
    long max = 1_000_000_000;
    assertThat(search(0, max, 3, n -> n <= 5000, n -> n, 9000).number()).isEqualTo(5000);
    assertThat(search(0, max, 9000, n -> n >= 5000, n -> n, 10).number()).isEqualTo(5000);
  }

  @Test
  void aRangeMayHaveNegativeNumbers() {
    assertThat(search(-100, 100, 0, n -> true, n -> 1000 + n, 940).number()).isEqualTo(-60);
    assertThat(search(-100, 100, -90, n -> true, n -> 1000 + n, 1040).number()).isEqualTo(40);
    assertThat(search(-100, -1, -3, n -> true, n -> 1000 + n, 940).number()).isEqualTo(-60);
  }
}
