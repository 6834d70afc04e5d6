package org.attune.sweeps.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Numbers;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Branch;
import org.attune.sweeps.space.Space;
import org.attune.sweeps.space.Values;

/**
 * An interval with few valid values. For example, a fraction of 4 heads must be a multiple of 1/4.
 * A search passes over invalid cells without a word, so it would hardly ever take such an option.
 *
 * @param key of the parameter that takes the interval
 * @param interval its values
 * @param drawn number of cells drawn
 * @param valid number of these with a valid value, under a quarter
 * @param reason why the first invalid one is so
 */
public record ScarceInterval(
    String key, Values.Interval interval, int drawn, int valid, String reason) {

  private static final int DRAWN = 64;

  /** If this many of {@value #DRAWN} drawn cells are valid, a search finds enough. */
  private static final int ENOUGH = DRAWN / 4;

  /** The scarce intervals of a sweep, in the order of its axes. */
  public static List<ScarceInterval> of(SweepSpec spec, AxisCatalog catalog) {
    List<ScarceInterval> scarce = new ArrayList<>();
    for (int at = 0; at < spec.axes().size(); at++) {
      Axis axis = spec.axes().get(at);
      for (Branch branch : axis.branches()) {
        List<Axis> axes = new ArrayList<>(spec.axes());
        axes.set(at, new Axis(axis.key(), List.of(branch)));
        Space space = new Space(catalog.tree(), spec.fixed(), axes);
        branch
            .values()
            .forEach(
                (key, values) -> {
                  if (values instanceof Values.Interval interval) {
                    draw(key, interval, space, catalog).ifPresent(scarce::add);
                  }
                });
      }
    }
    return scarce;
  }

  private static Optional<ScarceInterval> draw(
      String key, Values.Interval interval, Space space, AxisCatalog catalog) {
    SplittableRandom random = new SplittableRandom(0);
    int valid = 0;
    String first = "";
    for (int drawn = 0; drawn < DRAWN; drawn++) {
      Optional<String> reason = reason(key, catalog.conflicts(space.sample(random)));
      valid += reason.isEmpty() ? 1 : 0;
      first = first.isEmpty() ? reason.orElse("") : first;
      if (valid == ENOUGH) {
        return Optional.empty();
      }
    }
    return Optional.of(new ScarceInterval(key, interval, DRAWN, valid, first));
  }

  /** The reason that names the parameter; other reasons are not the interval's. */
  private static Optional<String> reason(String key, List<String> reasons) {
    return reasons.stream().filter(reason -> (" " + reason).contains(" " + key + " ")).findFirst();
  }

  /** Whether a search would find no valid value. */
  public boolean empty() {
    return valid == 0;
  }

  /** One sentence for the user. */
  public String describe() {
    return "%s: of %d values drawn from %s to %s %s valid (%s); list values instead of an interval"
        .formatted(
            key,
            drawn,
            Numbers.readable(interval.low()),
            Numbers.readable(interval.high()),
            empty() ? "none is" : "only " + valid + (valid == 1 ? " is" : " are"),
            reason);
  }
}
