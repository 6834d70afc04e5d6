package org.attune.model.attention;

import org.attune.model.program.Value;

/**
 * What attention computed on the way, for gates and the like to draw on. All are (B·T, d).
 *
 * @param x the layer's normalised input
 * @param rawQuery q as projected
 * @param rawKey k as projected
 * @param query q after norm and positions
 * @param key k after norm and positions
 * @param value v
 */
public record Signals(Value x, Value rawQuery, Value rawKey, Value query, Value key, Value value) {}
