package org.attune.model.formula;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The axes of a term: its shape, by name. Terms of different axes are combined by axis name. A
 * number per head thus applies to all of the head's channels.
 *
 * @param axes empty for a single number
 * @param features number of outputs of a map with a stated width; 0 without such an axis
 */
public record TermAxes(Set<TermAxis> axes, int features) {

  /** The axes of a single number: none. */
  public static final TermAxes NONE = new TermAxes(Set.of(), 0);

  public TermAxes {
    axes = Collections.unmodifiableSet(copy(axes));
  }

  private static Set<TermAxis> copy(Collection<TermAxis> axes) {
    Set<TermAxis> copy = EnumSet.noneOf(TermAxis.class);
    copy.addAll(axes);
    return copy;
  }

  public static TermAxes of(TermAxis... axes) {
    return new TermAxes(Set.of(axes), 0);
  }

  static TermAxes features(int count) {
    return new TermAxes(EnumSet.of(TermAxis.TOKEN, TermAxis.FEATURE), count);
  }

  public boolean has(TermAxis axis) {
    return axes.contains(axis);
  }

  /** Whether the other has all of these axes, and the width of a map if these have one. */
  boolean within(TermAxes other) {
    return other.axes.containsAll(axes) && (features == 0 || features == other.features);
  }

  TermAxes without(TermAxis axis) {
    Set<TermAxis> fewer = copy(axes);
    fewer.remove(axis);
    return new TermAxes(fewer, axis == TermAxis.FEATURE ? 0 : features);
  }

  TermAxes with(TermAxis axis) {
    Set<TermAxis> more = copy(axes);
    more.add(axis);
    return new TermAxes(more, features);
  }

  /** Returns the axes of two combined terms; empty if they cannot be combined. */
  Optional<TermAxes> meet(TermAxes other) {
    if (features != 0 && other.features != 0 && features != other.features) {
      return Optional.empty();
    }
    Set<TermAxis> all = copy(axes);
    all.addAll(other.axes);
    long inner =
        all.stream()
            .filter(
                a ->
                    a == TermAxis.CHANNEL
                        || a == TermAxis.WIDTH
                        || a == TermAxis.KEY
                        || a == TermAxis.FEATURE)
            .count();
    boolean fits = inner <= 1 && !(all.contains(TermAxis.HEAD) && all.contains(TermAxis.FEATURE));
    return fits
        ? Optional.of(new TermAxes(all, Math.max(features, other.features)))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return axes.stream()
        .map(a -> a == TermAxis.FEATURE ? features + " features" : a.word())
        .collect(Collectors.joining(", ", "(", ")"));
  }
}
