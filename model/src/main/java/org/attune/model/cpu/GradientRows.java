package org.attune.model.cpu;

import org.attune.model.program.Value;

/** The gradient of a kernel's input, given row by row; what is there already is added to. */
final class GradientRows {

  private final Value input;
  private final Floats rows; // null where none is wanted
  private final float[] old;
  private boolean adds;

  /**
   * @param input whose gradient
   * @param output of the kernel: without a gradient when the program only goes forward
   */
  GradientRows(Value input, Value output) {
    this.input = input;
    boolean wanted = output.gradient() != null && input.wantsGradient();
    rows = wanted ? Floats.of(input.gradient()) : null;
    old = new float[wanted ? rows.columns : 0];
  }

  boolean wanted() {
    return rows != null;
  }

  /** Announces one contribution to every row, which must follow. */
  void start() {
    adds = wanted() && input.beta() == 1;
  }

  /** Gives a row, which is overwritten. */
  void give(int row, float[] d) {
    if (adds) {
      rows.read(row, 1, old);
      Functions.add(old, d, rows.columns);
    }
    rows.write(row, 1, d);
  }
}
