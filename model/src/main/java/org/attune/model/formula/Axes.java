package org.attune.model.formula;

import java.util.Arrays;
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
    of = of.isEmpty() ? EnumSet.noneOf(Axis.class) : EnumSet.copyOf(of);
  }

  public static Axes of(Axis... axes) {
    return new Axes(
        axes.length == 0 ? EnumSet.noneOf(Axis.class) : EnumSet.copyOf(Arrays.asList(axes)), 0);
  }

  static Axes features(int count) {
    return new Axes(EnumSet.of(Axis.TOKEN, Axis.FEATURE), count);
  }

  public boolean has(Axis axis) {
    return of.contains(axis);
  }

  /** Whether the other has all of these axes. */
  boolean within(Axes other) {
    return other.of.containsAll(of) && (features == 0 || features == other.features);
  }

  Axes without(Axis axis) {
    Set<Axis> fewer = EnumSet.copyOf(of);
    fewer.remove(axis);
    return new Axes(fewer, axis == Axis.FEATURE ? 0 : features);
  }

  Axes with(Axis axis) {
    Set<Axis> more = of.isEmpty() ? EnumSet.noneOf(Axis.class) : EnumSet.copyOf(of);
    more.add(axis);
    return new Axes(more, features);
  }

  /** Returns the axes of two combined terms; empty if they cannot be combined. */
  Optional<Axes> meet(Axes other) {
    if (features != 0 && other.features != 0 && features != other.features) {
      return Optional.empty();
    }
    Set<Axis> all = EnumSet.noneOf(Axis.class);
    all.addAll(of);
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
