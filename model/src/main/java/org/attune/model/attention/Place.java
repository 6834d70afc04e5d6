package org.attune.model.attention;

import org.attune.model.primitive.Mask;

/**
 * The place of an attention layer in a network.
 *
 * @param width width of all heads together: d of the residual stream, unless messages differ
 * @param heads H
 * @param layer number of the layer, from 0
 * @param layers number of layers
 * @param mask which keys each query sees
 * @param linear the network's linear maps
 * @param sharpness factor on the scale of scores, usually 1
 */
public record Place(
    int width, int heads, int layer, int layers, Mask mask, Linear linear, double sharpness) {

  /** Makes a place with float maps. */
  public Place(int width, int heads, int layer, int layers, Mask mask) {
    this(width, heads, layer, layers, mask, Linear.FLOATS);
  }

  /** Makes a place with the usual scale of scores. */
  public Place(int width, int heads, int layer, int layers, Mask mask, Linear linear) {
    this(width, heads, layer, layers, mask, linear, 1);
  }

  public Place {
    if (heads < 1 || width % heads != 0) {
      throw new IllegalArgumentException(
          "Invalid model.heads: %d does not divide model.width %d".formatted(heads, width));
    }
  }

  /** d_h = d / H. */
  public int headWidth() {
    return width / heads;
  }

  /** Returns this place with a different number or width of heads. */
  public Place with(int heads, int headWidth) {
    return new Place(heads * headWidth, heads, layer, layers, mask, linear, sharpness);
  }

  /** Returns this place with one head for each {@code size} of its heads. */
  public Place groups(int size) {
    return size == 1 ? this : with(heads / size, headWidth());
  }

  /** 1 / sqrt(d_h), times the sharpness. */
  public double scale() {
    return sharpness / Math.sqrt(headWidth());
  }

  /** Refuses a causal mask, for parts without a causal form. */
  public void requireSet(String what) {
    if (mask != Mask.NONE) {
      throw new IllegalArgumentException(
          "Invalid %s has no causal form; use it in a model of sets".formatted(what));
    }
  }
}
