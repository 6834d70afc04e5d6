package org.attune.model.attention;

import org.attune.model.primitive.Mask;

/**
 * Where in a network an attention layer stands.
 *
 * @param width of all heads together: d of the residual stream, unless messages are otherwise
 * @param heads H
 * @param layer from 0
 * @param layers how many there are
 * @param mask who sees what
 * @param linear what linear maps are made of
 */
public record Place(int width, int heads, int layer, int layers, Mask mask, Linear linear) {

  /** With maps of floats. */
  public Place(int width, int heads, int layer, int layers, Mask mask) {
    this(width, heads, layer, layers, mask, Linear.FLOATS);
  }

  public Place {
    if (heads < 1 || width % heads != 0) {
      throw new IllegalArgumentException(
          "Invalid model.heads: %d do not divide model.width %d".formatted(heads, width));
    }
  }

  /** d_h = d / H. */
  public int headWidth() {
    return width / heads;
  }

  /** The same place with other heads: of another number or width. */
  public Place with(int heads, int headWidth) {
    return new Place(heads * headWidth, heads, layer, layers, mask, linear);
  }

  /** The same place with one head for each {@code size} of its heads. */
  public Place groups(int size) {
    return size == 1 ? this : with(heads / size, headWidth());
  }

  /** 1 / sqrt(d_h). */
  public double scale() {
    return 1 / Math.sqrt(headWidth());
  }

  /** Refuses what has no causal form. */
  public void requireSet(String what) {
    if (mask != Mask.NONE) {
      throw new IllegalArgumentException(
          "Invalid %s has no causal form; use it in a model of sets".formatted(what));
    }
  }
}
