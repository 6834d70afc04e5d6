package org.attune.model.attention;

import org.attune.model.program.Value;

/** Stage: makes queries, keys and values from tokens. */
public interface Messages extends Part {

  /**
   * Queries, keys and values. If heads share keys or values, these have one per group, not yet
   * repeated for its heads.
   *
   * @param query (B·T, H·d_k)
   * @param key (B·T, H/g·d_k)
   * @param headsPerKey g: consecutive heads that share a key
   * @param value (B·T, H/g·d_v)
   * @param headsPerValue g: consecutive heads that share a value
   */
  record HeadMessages(Value query, Value key, int headsPerKey, Value value, int headsPerValue) {

    /** Makes them for heads that share nothing. */
    public HeadMessages(Value query, Value key, Value value) {
      this(query, key, 1, value, 1);
    }
  }

  /**
   * Makes queries, keys and values.
   *
   * @param x the layer's normalised input, (B·T, d)
   * @param query makes the queries
   * @param key makes the keys
   * @param place the result of {@link #place}
   */
  HeadMessages from(Value x, Source query, Source key, Place place);

  /** Returns the place of the heads that have their own keys. */
  default Place keys(Place place) {
    return place;
  }

  /** Returns the layer's place for its heads, which may be wider or narrower than d / H. */
  default Place place(Place outer) {
    return outer;
  }
}
