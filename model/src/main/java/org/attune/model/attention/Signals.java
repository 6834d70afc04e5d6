package org.attune.model.attention;

import java.util.EnumSet;
import java.util.Set;
import org.attune.model.program.Value;

/**
 * Intermediate results of attention that gates and other parts may read. All are (B·T, d). A part
 * can read only those that it {@linkplain Declaration#needs declares}.
 */
public final class Signals {

  /** Makes keys by the name of their projection. */
  @FunctionalInterface
  public interface Keys {
    Value named(String projection);
  }

  private record Made(
      Value x, Value rawQuery, Value rawKey, Value query, Value key, Value value, Keys keys) {}

  private final Made made;
  private final Set<Feature> readable;
  private final Set<Feature> read = EnumSet.noneOf(Feature.class);

  /**
   * @param x the layer's normalised input
   * @param rawQuery q as projected
   * @param rawKey k as projected
   * @param query q after norm and positions
   * @param key k after norm and positions
   * @param value v
   * @param keys makes further keys, by the name of their projection
   */
  public Signals(
      Value x, Value rawQuery, Value rawKey, Value query, Value key, Value value, Keys keys) {
    this(new Made(x, rawQuery, rawKey, query, key, value, keys), EnumSet.allOf(Feature.class));
  }

  /** Makes signals without further keys. */
  public Signals(Value x, Value rawQuery, Value rawKey, Value query, Value key, Value value) {
    this(x, rawQuery, rawKey, query, key, value, Signals::noTokens);
  }

  private Signals(Made made, Set<Feature> readable) {
    this.made = made;
    this.readable = readable;
  }

  private static Value noTokens(String projection) {
    throw new IllegalStateException("No tokens to make " + projection + " from");
  }

  /** Returns the signals for a part, limited to those it declares. */
  public Signals of(Part part) {
    return new Signals(made, part.declares().needs());
  }

  private Value reading(Feature feature, Value signal) {
    if (!readable.contains(feature)) {
      throw new IllegalStateException(
          "A part reads " + feature + " and does not declare it: add it to what it needs");
    }
    read.add(feature);
    return signal;
  }

  /** Returns the features read so far. */
  Set<Feature> read() {
    return read;
  }

  /** Returns the layer's normalised input, which all parts may read. */
  public Value x() {
    return made.x;
  }

  public Value rawQuery() {
    return reading(Feature.QUERY, made.rawQuery);
  }

  public Value rawKey() {
    return reading(Feature.KEY, made.rawKey);
  }

  public Value query() {
    return reading(Feature.QUERY, made.query);
  }

  public Value key() {
    return reading(Feature.KEY, made.key);
  }

  public Value value() {
    return reading(Feature.VALUE, made.value);
  }

  /**
   * Returns a further key besides {@link #key}, made from the same tokens with the same norm and
   * positions.
   *
   * @param projection the name of its matrix
   */
  public Value anotherKey(String projection) {
    return reading(Feature.KEY, made.keys.named(projection));
  }
}
