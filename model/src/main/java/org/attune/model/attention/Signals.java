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
 * @param keys makes another key by the name of its projection
 */
public record Signals(
    Value x, Value rawQuery, Value rawKey, Value query, Value key, Value value, Keys keys) {

  /** Makes keys by the name of their projection. */
  @FunctionalInterface
  public interface Keys {
    Value named(String projection);
  }

  /** Where there are no other keys to be had. */
  public Signals(Value x, Value rawQuery, Value rawKey, Value query, Value key, Value value) {
    this(
        x,
        rawQuery,
        rawKey,
        query,
        key,
        value,
        name -> {
          throw new IllegalStateException("No tokens to make " + name + " from");
        });
  }

  /**
   * Another key than {@link #key}: from the same tokens, with the same norm and positions.
   *
   * @param projection the name of its matrix
   */
  public Value anotherKey(String projection) {
    return keys.named(projection);
  }
}
