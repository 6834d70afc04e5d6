package org.attune.model.attention;

import org.attune.model.primitive.Mask;

/**
 * Where in a network an attention layer stands.
 *
 * @param width d, of the residual stream
 * @param heads H
 * @param layer from 0
 * @param layers how many there are
 * @param mask who sees what
 */
public record Place(int width, int heads, int layer, int layers, Mask mask) {

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

  /** 1 / sqrt(d_h). */
  public double scale() {
    return 1 / Math.sqrt(headWidth());
  }
}
