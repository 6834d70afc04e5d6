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
 * @param of the axes; empty for a single number
 * @param features number of outputs of a map with a stated width; 0 without such an axis
 */
public record Axes(Set<Axis> of, int features) {

  /** The axes of a single number: none. */
  public static final Axes NONE = new Axes(Set.of(), 0);

  public Axes {
    of = Collections.unmodifiableSet(copy(of));
  }

  private static Set<Axis> copy(Collection<Axis> axes) {
    Set<Axis> copy = EnumSet.noneOf(Axis.class);
    copy.addAll(axes);
    return copy;
  }

  public static Axes of(Axis... axes) {
    return new Axes(Set.of(axes), 0);
  }

  static Axes features(int count) {
    return new Axes(EnumSet.of(Axis.TOKEN, Axis.FEATURE), count);
  }

  public boolean has(Axis axis) {
    return of.contains(axis);
  }

  /** Whether the other has all of these axes, and the width of a map if these have one. */
  boolean within(Axes other) {
    return other.of.containsAll(of) && (features == 0 || features == other.features);
  }

  Axes without(Axis axis) {
    Set<Axis> fewer = copy(of);
    fewer.remove(axis);
    return new Axes(fewer, axis == Axis.FEATURE ? 0 : features);
  }

  Axes with(Axis axis) {
    Set<Axis> more = copy(of);
    more.add(axis);
    return new Axes(more, features);
  }

  /** Returns the axes of two combined terms; empty if they cannot be combined. */
  Optional<Axes> meet(Axes other) {
    if (features != 0 && other.features != 0 && features != other.features) {
      return Optional.empty();
    }
    Set<Axis> all = copy(of);
    all.addAll(other.of);
    long inner =
        all.stream()
            .filter(a -> a == Axis.CHANNEL || a == Axis.WIDTH || a == Axis.KEY || a == Axis.FEATURE)
            .count();
    boolean fits = inner <= 1 && !(all.contains(Axis.HEAD) && all.contains(Axis.FEATURE));
    return fits ? Optional.of(new Axes(all, Math.max(features, other.features))) : Optional.empty();
  }

  @Override
  public String toString() {
    return of.stream()
        .map(a -> a == Axis.FEATURE ? features + " features" : a.word())
        .collect(Collectors.joining(", ", "(", ")"));
  }
}
