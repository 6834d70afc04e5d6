package org.attune.model.cpu;

import org.attune.model.engine.Sink;

/** One number per key and head, (B·keys, H), accessed head by head. */
final class KeyNumbers {

  private final int keys; // of a sequence
  private final Floats numbers;
  private final Sink<Floats> gradient;

  KeyNumbers(Floats numbers, Sink<Floats> gradient, int keys) {
    this.numbers = numbers;
    this.gradient = gradient;
    this.keys = keys;
  }

  boolean wanted() {
    return gradient.wanted();
  }

  /** Reads the numbers of a head's keys. */
  void read(int sequence, int head, float[] to) {
    for (int j = 0; j < keys; j++) {
      to[j] = numbers.at(sequence * keys + j, head);
    }
  }

  /** Contributes the gradient of a head's numbers. */
  void give(int sequence, int head, float[] d) {
    Floats to = gradient.buffer();
    for (int j = 0; j < keys; j++) {
      int row = sequence * keys + j;
      to.at(row, head, gradient.adds() ? to.at(row, head) + d[j] : d[j]);
    }
  }
}
