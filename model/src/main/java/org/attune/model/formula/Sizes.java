package org.attune.model.formula;

import org.attune.model.primitive.Mask;

/**
 * The sizes of a formula's axes in a network.
 *
 * @param tokens tokens of a sequence
 * @param heads number of heads; 1 if there are none
 * @param channels channels of a head, or of the place's result
 * @param mask which keys each query sees
 */
public record Sizes(int tokens, int heads, int channels, Mask mask) {}
