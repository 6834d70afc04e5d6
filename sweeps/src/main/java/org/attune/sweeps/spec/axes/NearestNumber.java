package org.attune.sweeps.spec.axes;

import java.util.OptionalLong;
import java.util.function.LongFunction;
import org.attune.api.catalog.Domain;

/**
 * Searches for the whole number at which a model has as many parameters as a goal, as nearly as
 * whole numbers allow. The count must not fall where the number grows. A number at which no model
 * is sound is passed over.
 */
final class NearestNumber {

  /**
   * Sound numbers are no farther apart, such as widths that a number of heads divides. A wider gap
   * is taken for a limit, such as a warm-up longer than the training.
   */
  private static final int WIDEST_GAP = 256;

  private final LongFunction<OptionalLong> parameters;
  private final long goal;
  private long number;
  private long count;

  private NearestNumber(LongFunction<OptionalLong> parameters, long goal, long start) {
    this.parameters = parameters;
    this.goal = goal;
    this.number = start;
    this.count = parameters.apply(start).orElseThrow();
  }

  /**
   * Searches from a number at which the model is sound.
   *
   * @param parameters how many parameters a number gives; empty if no such model is sound
   */
  static NearestNumber search(
      Domain.IntegerRange range, long start, LongFunction<OptionalLong> parameters, long goal) {
    NearestNumber nearest = new NearestNumber(parameters, goal, start);
    long low = start;
    while (low > range.min() && nearest.tooMany(low).orElse(1) > 0) {
      low = Math.max(range.min(), low - Math.max(1, Math.abs(low / 2)));
    }
    long high = start;
    while (high < range.max() && nearest.tooMany(high).orElse(-1) < 0) {
      long step = Math.max(1, Math.abs(high));
      high = high > range.max() - step ? range.max() : high + step;
    }
    nearest.bisect(low, high, start);
    return nearest;
  }

  private void bisect(long from, long to, long start) {
    long low = from;
    long high = to;
    tooMany(low);
    tooMany(high);
    while (high - low > 1) {
      long middle = low + (high - low) / 2;
      long last = Math.max(low + 1, middle - WIDEST_GAP + 1);
      long sound = middle;
      OptionalLong tooMany = tooMany(sound);
      while (tooMany.isEmpty() && sound > last) {
        tooMany = tooMany(--sound);
      }
      boolean isBelow =
          tooMany.isPresent() ? tooMany.getAsLong() < 0 : last == low + 1 || middle < start;
      if (isBelow) {
        low = middle;
      } else {
        high = sound;
      }
    }
  }

  /** The parameters beyond the goal. If two counts are equally near, the lower is kept. */
  private OptionalLong tooMany(long value) {
    OptionalLong found = parameters.apply(value);
    if (found.isEmpty()) {
      return found;
    }
    long nearest = found.getAsLong();
    long distance = Math.abs(nearest - goal);
    if (distance < distance() || distance == distance() && nearest < count) {
      number = value;
      count = nearest;
    }
    return OptionalLong.of(nearest - goal);
  }

  /** The number of the nearest model. */
  long number() {
    return number;
  }

  /** The parameters of the nearest model. */
  long parameters() {
    return count;
  }

  /** The difference between the nearest model's parameters and the goal. */
  long distance() {
    return Math.abs(count - goal);
  }
}
