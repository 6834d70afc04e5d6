package org.attune.sweeps.state;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Metrics that are near to each other: times and steps as distances from the lowest, and a number
 * for each pair of name and attempt. Fields are final, so that threads may share it without a lock.
 */
record PackedRows(
    String[] trialIds,
    byte[] series,
    Series[] all,
    long firstStep,
    int[] steps,
    int[] reports,
    long firstMicros,
    int[] micros,
    double[] values)
    implements MetricRows {

  private static final int MOST_SERIES = 1 << 8;

  record Series(String name, int attempt) {}

  /**
   * Metrics of these columns; keeps {@code trialIds}, {@code reports} and {@code values}.
   *
   * @return empty if the metrics are too far from each other
   */
  static Optional<PackedRows> of(
      String[] trialIds,
      int[] attempts,
      String[] names,
      long[] steps,
      int[] reports,
      long[] micros,
      double[] values) {
    Map<Series, Integer> known = new HashMap<>();
    byte[] series = new byte[names.length];
    for (int i = 0; i < series.length; i++) {
      Series one = new Series(names[i], attempts[i]);
      int next = known.size();
      series[i] = known.computeIfAbsent(one, added -> next).byteValue();
    }
    long firstStep = Arrays.stream(steps).min().orElse(0);
    long firstMicros = Arrays.stream(micros).min().orElse(0);
    if (known.size() > MOST_SERIES || !near(steps, firstStep) || !near(micros, firstMicros)) {
      return Optional.empty();
    }
    Series[] all = new Series[known.size()];
    known.forEach((one, number) -> all[number] = one);
    return Optional.of(
        new PackedRows(
            trialIds,
            series,
            all,
            firstStep,
            distances(steps, firstStep),
            reports,
            firstMicros,
            distances(micros, firstMicros),
            values));
  }

  private static boolean near(long[] numbers, long first) {
    for (long number : numbers) {
      if (number - first < 0 || number - first > Integer.MAX_VALUE) { // below 0 by overflow
        return false;
      }
    }
    return true;
  }

  private static int[] distances(long[] numbers, long first) {
    return Arrays.stream(numbers).mapToInt(number -> (int) (number - first)).toArray();
  }

  @Override
  public MetricPoint get(int row) {
    Series one = all[Byte.toUnsignedInt(series[row])];
    return new MetricPoint(
        trialIds[row],
        one.attempt(),
        firstStep + steps[row],
        reports[row],
        one.name(),
        values[row],
        Instant.EPOCH.plus(firstMicros + micros[row], ChronoUnit.MICROS));
  }
}
