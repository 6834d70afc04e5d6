package org.attune.model.network;

/**
 * The shapes that a task asks of a network.
 *
 * @param discrete whether features are tokens, (B, length), or real rows, (B, length, inputs)
 * @param length rows per example
 * @param inputs the vocabulary, or the columns of a row
 * @param outputs what is predicted per row: the vocabulary, or the columns of a target
 */
public record Signature(boolean discrete, int length, int inputs, int outputs) {

  /** Sequences of tokens whose next tokens are predicted. */
  public static Signature tokens(int length, int vocabulary) {
    return new Signature(true, length, vocabulary, vocabulary);
  }
}
