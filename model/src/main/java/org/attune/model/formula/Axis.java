package org.attune.model.formula;

import java.util.Arrays;
import java.util.Optional;

/** What the numbers of a term may differ along. */
public enum Axis {
  TOKEN("token", "tokens"),
  HEAD("head", "heads"),
  /** The numbers of a head, or of the stream where there are no heads. */
  CHANNEL("channel", "channels"),
  /** The numbers of the stream, where what is made of them has another width. */
  WIDTH("width", "width"),
  /** The keys that a query looks at. */
  KEY("key", "keys"),
  /** What a map of a stated width gives. */
  FEATURE("feature", "features");

  private final String word;
  private final String plural;

  Axis(String word, String plural) {
    this.word = word;
    this.plural = plural;
  }

  /** Its name in shapes: {@code token}. */
  public String word() {
    return word;
  }

  /** Its name as an argument: {@code tokens}. */
  public String plural() {
    return plural;
  }

  /** The axis of an argument, in the plural or not. */
  static Optional<Axis> of(String word) {
    return Arrays.stream(values())
        .filter(axis -> axis.word.equals(word) || axis.plural.equals(word))
        .findFirst();
  }
}
