package org.attune.model.cpu;

import org.attune.model.program.Value;

/** A number per key and head, (B·keys, H), read and given back head by head. */
final class KeyNumbers {

  private final Value value;
  private final int keys;
  private final Floats numbers;
  private final Floats gradient; // null where none is wanted
  private boolean adds;

  /**
   * @param output of the kernel: without a gradient when the program only goes forward
   */
  KeyNumbers(Value value, Value output) {
    this.value = value;
    keys = value.length();
    numbers = Floats.of(value.array());
    boolean wanted = output.gradient() != null && value.wantsGradient();
    gradient = wanted ? Floats.of(value.gradient()) : null;
  }

  boolean wanted() {
    return gradient != null;
  }

  /** The numbers of a head's keys. */
  void read(int sequence, int head, float[] to) {
    for (int j = 0; j < keys; j++) {
      to[j] = numbers.scalar((sequence * keys + j) * numbers.stride + head);
    }
  }

  /** Announces one contribution to every number, which must follow. */
  void start() {
    adds = wanted() && value.beta() == 1;
  }

  void give(int sequence, int head, float[] d) {
    for (int j = 0; j < keys; j++) {
      int at = (sequence * keys + j) * gradient.stride + head;
      gradient.scalar(at, adds ? gradient.scalar(at) + d[j] : d[j]);
    }
  }
}
