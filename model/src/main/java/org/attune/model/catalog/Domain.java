package org.attune.model.catalog;

/** The values that a parameter may take. */
public sealed interface Domain {

  /** The name of one of the parameter's options. */
  record Choice() implements Domain {}

  /** A whole number in [from, to]. */
  record IntegerRange(long from, long to) implements Domain {}

  /** A real number in [from, to]; {@code logarithmic} says how to spread values over it. */
  record RealRange(double from, double to, boolean logarithmic) implements Domain {}

  /** Some layers of a network, as {@link LayerSet} writes them. */
  record Layers() implements Domain {}

  /**
   * A formula.
   *
   * @param place the key of the axis where it stands, which says what it may read
   */
  record Formula(String place) implements Domain {}

  /** {@code true} or {@code false}. */
  record Flag() implements Domain {}
}
