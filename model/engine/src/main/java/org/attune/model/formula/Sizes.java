package org.attune.model.formula;

import org.attune.model.primitive.Mask;

/**
 * The sizes of a formula's axes in a network.
 *
 * @param tokens tokens of a sequence; of scores, the queries
 * @param keys keys that a query may see
 * @param heads number of heads; 1 if there are none
 * @param channels channels of a head, or of the place's result
 * @param mask which keys each query sees
 */
public record Sizes(int tokens, int keys, int heads, int channels, Mask mask) {

  /** The sizes of a network whose queries are its keys. */
  public Sizes(int tokens, int heads, int channels, Mask mask) {
    this(tokens, tokens, heads, channels, mask);
  }

  /** The sizes by axis; 0 for those that it does not know. */
  int[] byAxis() {
    int[] all = new int[TermAxis.values().length];
    all[TermAxis.TOKEN.ordinal()] = tokens;
    all[TermAxis.KEY.ordinal()] = keys;
    all[TermAxis.HEAD.ordinal()] = heads;
    all[TermAxis.CHANNEL.ordinal()] = channels;
    return all;
  }
}
