package org.attune.model.attention;

import org.attune.model.primitive.Mask;

/**
 * What an attention layer knows of its network: its widths and where in the network it is.
 *
 * @param width columns of all heads together, H·d_h: the d columns of the residual stream, unless
 *     the layer's messages set heads of another width
 * @param heads H, at least 1; divides the width
 * @param layer number of the layer, from 0
 * @param layers number of layers of the network
 * @param mask which keys each query sees
 * @param linear how the network multiplies by weights, for example in few bits
 * @param sharpness factor on the scale of scores, positive, usually 1
 */
public record Place(
    int width, int heads, int layer, int layers, Mask mask, Linear linear, double sharpness) {

  /** Makes a place with linear maps in floats and the usual scale of scores. */
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

  /** Columns of one head: d_h = width / H. */
  public int headWidth() {
    return width / heads;
  }

  /** Returns this place with {@code newHeads} heads of {@code newHeadWidth} columns. */
  public Place with(int newHeads, int newHeadWidth) {
    return new Place(newHeads * newHeadWidth, newHeads, layer, layers, mask, linear, sharpness);
  }

  /**
   * Returns this place with one head for each group of its heads.
   *
   * @param size heads of a group; divides H
   */
  public Place groups(int size) {
    return with(heads / size, headWidth());
  }

  /** The scale of scores: sharpness / sqrt(d_h). */
  public double scale() {
    return sharpness / Math.sqrt(headWidth());
  }

  /**
   * Refuses every mask, for parts without a causal form.
   *
   * @param what the part, as the sweep file sets it
   */
  public void requireSet(String what) {
    if (mask != Mask.NONE) {
      throw new IllegalArgumentException(
          "Invalid %s has no causal form; use it in a model of sets".formatted(what));
    }
  }
}
