package org.attune.model.catalog;

/** The allowed values of a parameter. */
public sealed interface Domain {

  /** The name of one of the parameter's options. */
  record Choice() implements Domain {}

  /** A whole number in [from, to]. */
  record IntegerRange(long from, long to) implements Domain {}

  /** A real number in [from, to]; {@code logarithmic} says how to spread values over the range. */
  record RealRange(double from, double to, boolean logarithmic) implements Domain {}

  /** Some layers of a network, in the notation of {@link LayerSet}. */
  record Layers() implements Domain {}

  /**
   * A formula.
   *
   * @param place the key of its axis, which determines what it may read
   */
  record Formula(String place) implements Domain {}

  /** {@code true} or {@code false}. */
  record Flag() implements Domain {}
}
