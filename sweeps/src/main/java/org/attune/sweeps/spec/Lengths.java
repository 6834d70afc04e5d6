package org.attune.sweeps.spec;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.stopping.StoppingKind;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Branch;
import org.attune.sweeps.space.Values;

/**
 * The training lengths of a sweep, from the values that its file gives a whole-number parameter.
 *
 * @param base a cell before the axes are applied
 * @param axes of the sweep
 */
record Lengths(Configuration base, List<Axis> axes) implements StoppingKind.Lengths {

  @Override
  public OptionalLong longest(String parameter) {
    Stream<Values> varied = axes.stream().flatMap(axis -> axis.settings(parameter));
    boolean always = axes.stream().anyMatch(axis -> sets(axis, parameter));
    LongStream fixed =
        !always && base.has(parameter) ? whole(base.text(parameter)) : LongStream.empty();
    return LongStream.concat(fixed, varied.flatMapToLong(Lengths::numbers)).max();
  }

  /** Whether an axis gives every cell a value. */
  private static boolean sets(Axis axis, String parameter) {
    return axis.branches().stream()
        .map(Branch::values)
        .allMatch(values -> values.containsKey(parameter));
  }

  private static LongStream numbers(Values values) {
    if (values instanceof Values.Interval interval) {
      return LongStream.of((long) interval.high());
    }
    return values instanceof Values.Listed listed
        ? listed.values().stream().flatMapToLong(Lengths::whole)
        : LongStream.empty();
  }

  private static LongStream whole(String text) {
    return text.matches("\\d{1,18}") ? LongStream.of(Long.parseLong(text)) : LongStream.empty();
  }
}
