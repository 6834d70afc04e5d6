package org.attune.model.formula;

import java.util.function.ToDoubleFunction;

/** Numbers of one sequence along some axes, for evaluation in plain loops. */
final class Tensor {

  private static final int AXES = TermAxis.values().length;

  private final int[] sizes = new int[AXES]; // 1 for an absent axis
  private final double[] numbers;

  /**
   * @param all size of each axis, by ordinal
   * @param numbers the number at each index
   */
  Tensor(TermAxes axes, int[] all, ToDoubleFunction<int[]> numbers) {
    int count = 1;
    for (TermAxis axis : TermAxis.values()) {
      sizes[axis.ordinal()] = axes.has(axis) ? all[axis.ordinal()] : 1;
      count *= sizes[axis.ordinal()];
    }
    this.numbers = new double[count];
    int[] at = new int[AXES];
    for (int i = 0; i < count; i++) {
      int rest = i;
      for (int a = AXES - 1; a >= 0; a--) {
        at[a] = rest % sizes[a];
        rest /= sizes[a];
      }
      this.numbers[i] = numbers.applyAsDouble(at);
    }
  }

  /** Returns the number at an index; absent axes are ignored. */
  double at(int[] place) {
    int offset = 0;
    for (int a = 0; a < AXES; a++) {
      offset = offset * sizes[a] + (sizes[a] == 1 ? 0 : place[a]);
    }
    return numbers[offset];
  }

  int size(TermAxis axis) {
    return sizes[axis.ordinal()];
  }

  double[] numbers() {
    return numbers;
  }
}
