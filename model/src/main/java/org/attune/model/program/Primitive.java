package org.attune.model.program;

import java.util.List;
import java.util.Optional;

/**
 * One differentiable operation: what it reads, the shape it gives and how it is computed. Immutable
 * data until compiled; a record per primitive.
 *
 * <p>{@link #reference} must work in any floating type and on any ND4J backend: it is the proof (in
 * float64) and the GPU path. {@link #cpu} is the fast path for float32 on a CPU; the two agree to
 * 1e-5.
 */
public interface Primitive {

  /** The values read, in a fixed order. */
  List<Value> inputs();

  /** The shape of the output, computed from the inputs' shapes. */
  int[] shape();

  /** Whether the adjoint reads this input's array. Saying no lets its memory be used again. */
  default boolean keeps(Value input) {
    return true;
  }

  /** Whether the adjoint reads the output's own array. */
  default boolean keepsOutput() {
    return false;
  }

  /**
   * The input whose place the output may take, if any: the output is that input plus something, so
   * that its gradient passes on unchanged. A kernel finds out with {@link Value#sharesStorageWith}.
   */
  default Optional<Value> overwrites() {
    return Optional.empty();
  }

  /** Floating point operations of the formula; 0 where they are few beside the products. */
  default double flops() {
    return 0;
  }

  /** The kernel in ND4J operations. */
  Kernel reference(Value output);

  /** The kernel in float32 on a CPU; the reference one unless there is a faster. */
  default Kernel cpu(Value output) {
    return reference(output);
  }
}
