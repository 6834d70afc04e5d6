package org.attune.model.cpu;

import java.util.Arrays;

/**
 * Causal score matrices of one head in several sequences, worked on together: row i of all of them
 * as one array, key after key, the sequences of a key side by side. A shift by a key is then a
 * shift by as many elements as there are sequences, and keys after the query are left out.
 */
final class Planes {

  private final Floats scores; // (B·H·T, T)
  private final int heads;
  private final int length;
  private final int margin;
  private final float[] row;
  private int first;
  private int head;
  private int count;

  /**
   * @param scores (B, H, T, T)
   * @param margin keys of zeros kept before and after each row
   */
  Planes(Floats scores, int heads, int margin) {
    this.scores = scores;
    this.heads = heads;
    this.margin = margin;
    length = scores.columns;
    row = new float[length];
  }

  /** Turns to a head of some sequences. */
  void select(int firstSequence, int sequences, int head) {
    this.first = firstSequence;
    this.count = sequences;
    this.head = head;
  }

  /** Elements of a row with its margins. */
  int size() {
    return (length + 2 * margin) * count;
  }

  /** Elements of the keys that query i sees. */
  int seen(int i) {
    return (i + 1) * count;
  }

  /** Where key 0 is in a row with margins. */
  int start() {
    return margin * count;
  }

  /** Row i with its margins; zero after key i. */
  void read(int i, float[] to) {
    Arrays.fill(to, 0, start(), 0);
    for (int s = 0; s < count; s++) {
      scores.read(matrixRow(s, i), 0, row, 0, i + 1);
      for (int j = 0, at = start() + s; j <= i; j++, at += count) {
        to[at] = row[j];
      }
    }
    Arrays.fill(to, start() + seen(i), size(), 0);
  }

  /** Puts keys 0 to i of row i, without margins, and zeros after them. */
  void write(int i, float[] from) {
    for (int s = 0; s < count; s++) {
      for (int j = 0, at = s; j <= i; j++, at += count) {
        row[j] = from[at];
      }
      Arrays.fill(row, i + 1, length, 0);
      scores.write(matrixRow(s, i), 0, row, 0, length);
    }
  }

  /** Adds to keys 0 to i of row i. */
  void add(int i, float[] from) {
    for (int s = 0; s < count; s++) {
      scores.read(matrixRow(s, i), 0, row, 0, i + 1);
      for (int j = 0, at = s; j <= i; j++, at += count) {
        row[j] += from[at];
      }
      scores.write(matrixRow(s, i), 0, row, 0, i + 1);
    }
  }

  private int matrixRow(int sequence, int i) {
    return ((first + sequence) * heads + head) * length + i;
  }
}
