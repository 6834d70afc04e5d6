package org.attune.sweeps.analysis;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;

/** What a trend calls the size of a setting. */
sealed interface TrendSize {

  /** The size at the control's configuration; empty if it has none above 0. */
  OptionalDouble of(Configuration control);

  /** The number of a swept key. */
  record OfKey(String key) implements TrendSize {
    @Override
    public OptionalDouble of(Configuration control) {
      return positive(
          Numbers.real(control.values().getOrDefault(key, Factor.ABSENT)).orElse(Double.NaN));
    }
  }

  /** The mean of a final metric over the control's seeds, such as its number of parameters. */
  record OfMetric(Map<Configuration, Double> means) implements TrendSize {

    static OfMetric of(Observations metric) {
      return new OfMetric(
          metric.runs().stream()
              .collect(Collectors.groupingBy(Run::cell, Collectors.averagingDouble(Run::value))));
    }

    @Override
    public OptionalDouble of(Configuration control) {
      return positive(means.getOrDefault(control, Double.NaN));
    }
  }

  private static OptionalDouble positive(double size) {
    return size > 0 && Double.isFinite(size) ? OptionalDouble.of(size) : OptionalDouble.empty();
  }
}
