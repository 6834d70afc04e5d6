package org.attune.sweeps.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class TestMetricLog {

  private static final int METRICS = 10_000; // two full parts and a begun one
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  private final SplittableRandom random = new SplittableRandom(1);

  @Test
  void holdsMetricsThatAreNear() {
    holds(
        i ->
            new MetricPoint(
                "t" + i % 7,
                1 + i % 3,
                i,
                i,
                "m" + i % 2,
                random.nextDouble(),
                NOON.plusMillis(i)));
  }

  @Test
  void holdsStepsAndTimesThatAreFarFromEachOther() {
    holds(
        i ->
            new MetricPoint(
                "t",
                1,
                i % 100 == 0 ? Long.MAX_VALUE - i : -i,
                i % 5,
                "loss",
                i,
                NOON.plus(i % 3 == 0 ? i : -10L * i, ChronoUnit.DAYS)));
  }

  @Test
  void holdsStepsAtBothEndsOfTheirRange() {
    holds(
        i ->
            new MetricPoint(
                "t", 1, i % 2 == 0 ? Long.MIN_VALUE : Long.MAX_VALUE, 1 + i, "a", i, NOON));
  }

  @Test
  void holdsManyNamesAndAttempts() {
    holds(
        i ->
            new MetricPoint(
                "t", i % 300, 5, i % 3, "m" + i % 11, i % 5 == 0 ? Double.NaN : -i, NOON));
  }

  @Test
  void exactly256NamesFit() {
    holds(i -> new MetricPoint("t", 1, i, 1, "m" + i % 256, i, NOON));
  }

  private static void holds(IntFunction<MetricPoint> metrics) {
    MetricLog log = new MetricLog();
    List<MetricPoint> expected = new ArrayList<>();
    List<MetricPoint> early = List.of();
    for (int i = 0; i < METRICS; i++) {
      MetricPoint metric = metrics.apply(i);
      expected.add(metric);
      log.add(metric);
      if (i == 4_000) {
        early = log.items(); // before its part is full
      }
    }

    assertThat(log.items()).isEqualTo(expected);
    assertThat(early).isEqualTo(expected.subList(0, 4_001));
  }
}
