package org.attune.model.formula;

import java.util.Arrays;
import java.util.Optional;

/** An axis along which the numbers of a term may differ. */
public enum TermAxis {
  TOKEN("token", "tokens"),
  HEAD("head", "heads"),
  /** The numbers of a head, or of the stream if there are no heads. */
  CHANNEL("channel", "channels"),
  /** The numbers of the stream, if results computed from them have another width. */
  WIDTH("width", "width"),
  /** The keys for a query. */
  KEY("key", "keys"),
  /** The outputs of a map with a stated width. */
  FEATURE("feature", "features");

  private final String word;
  private final String plural;

  TermAxis(String word, String plural) {
    this.word = word;
    this.plural = plural;
  }

  /** Returns its name in shapes: {@code token}. */
  public String word() {
    return word;
  }

  /** Returns its name as an argument: {@code tokens}. */
  public String plural() {
    return plural;
  }

  /** Returns the axis for an argument, singular or plural. */
  static Optional<TermAxis> of(String word) {
    return Arrays.stream(values())
        .filter(axis -> axis.word.equals(word) || axis.plural.equals(word))
        .findFirst();
  }
}
