package org.attune.model.formula;

import org.attune.model.primitive.Mask;

/**
 * How many places a formula's axes have in a network.
 *
 * @param tokens of a sequence
 * @param heads 1 where there are none
 * @param channels of a head, or of what the place gives
 * @param mask who sees what
 */
public record Sizes(int tokens, int heads, int channels, Mask mask) {}
