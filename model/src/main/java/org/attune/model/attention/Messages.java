package org.attune.model.attention;

import org.attune.model.program.Value;

/** Stage: what tokens become for attention: queries, and the keys and values they are read by. */
public interface Messages extends Part {

  /**
   * What was made of the tokens. Where heads share keys or values, these are a group's, not yet
   * repeated for its heads.
   *
   * @param query (B·T, H·d_k)
   * @param key (B·T, H/g·d_k)
   * @param headsPerKey g: consecutive heads that share a key
   * @param value (B·T, H/g·d_v)
   * @param headsPerValue g: consecutive heads that share a value
   */
  record Made(Value query, Value key, int headsPerKey, Value value, int headsPerValue) {

    /** Of heads that share nothing. */
    public Made(Value query, Value key, Value value) {
      this(query, key, 1, value, 1);
    }
  }

  /**
   * Makes queries, keys and values.
   *
   * @param x the layer's normalised input, (B·T, d)
   * @param query how queries are made
   * @param key how keys are made
   * @param place as {@link #place} gave it
   */
  Made from(Value x, Source query, Source key, Place place);

  /** The place of the heads that have keys of their own. */
  default Place keys(Place place) {
    return place;
  }

  /** The layer's place as heads see it, where they are wider or narrower than d / H. */
  default Place place(Place outer) {
    return outer;
  }
}
