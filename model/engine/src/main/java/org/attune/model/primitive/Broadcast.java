package org.attune.model.primitive;

import java.util.stream.IntStream;
import org.attune.model.program.Argument;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/** The broadcasting rule for operands of unequal shape: a size of 1 matches any size. */
final class Broadcast {

  private Broadcast() {}

  static void require(Value a, Value b) {
    int[] full = a.shape();
    int[] part = b.shape();
    boolean fits = full.length == part.length;
    for (int i = 0; fits && i < full.length; i++) {
      fits = part[i] == 1 || part[i] == full[i];
    }
    if (!fits) {
      throw new IllegalArgumentException("Cannot combine %s with %s".formatted(a, b));
    }
  }

  /** Sums a full gradient over the dimensions in which an operand has size 1. */
  static INDArray sumTo(Argument operand, INDArray gradient) {
    int[] dimensions =
        IntStream.range(0, operand.shape().length)
            .filter(i -> operand.size(i) == 1 && gradient.size(i) != 1)
            .toArray();
    return dimensions.length == 0 ? gradient : gradient.dup('c').sum(true, dimensions);
  }
}
