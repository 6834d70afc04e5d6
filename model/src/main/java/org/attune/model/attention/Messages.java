package org.attune.model.attention;

import org.attune.model.program.Value;

/** Stage: what tokens become for attention: queries, and the keys and values they are read by. */
public interface Messages {

  /**
   * What was made of the tokens.
   *
   * @param query (B·T, H·d_k)
   * @param key (B·T, H·d_k)
   * @param value (B·T, H·d_v)
   */
  record Made(Value query, Value key, Value value) {}

  /**
   * Makes queries, keys and values.
   *
   * @param x the layer's normalised input, (B·T, d)
   * @param query how queries are made
   * @param key how keys are made
   * @param place as {@link #place} gave it
   */
  Made from(Value x, Source query, Source key, Place place);

  /** The layer's place as heads see it, where they are wider or narrower than d / H. */
  default Place place(Place outer) {
    return outer;
  }
}
