package org.attune.model.program;

import java.util.List;
import java.util.OptionalInt;

/**
 * One differentiable operation: what it reads, the shape it gives, and its formula. Immutable data,
 * a record per primitive; it knows no backend.
 *
 * <p>The formula must work in any floating type: in float64 it is the proof that every backend's
 * kernel is held to (float32, 1e-5), and what runs where a backend has no kernel.
 */
public interface Primitive {

  /** The values read, in a fixed order; one value may be read as several arguments. */
  List<Value> inputs();

  /** The shape of the output, computed from the inputs' shapes. */
  int[] shape();

  /**
   * Whether the adjoint reads this argument's array. Saying no lets its memory be used again.
   *
   * @param argument a place in {@link #inputs}
   */
  default boolean keeps(int argument) {
    return true;
  }

  /** Whether the adjoint reads the output's own array. */
  default boolean keepsOutput() {
    return false;
  }

  /**
   * The argument whose place the output may take, if any: the output is that argument plus
   * something, so that its gradient passes on unchanged.
   */
  default OptionalInt overwrites() {
    return OptionalInt.empty();
  }

  /**
   * Whether a derivative flows back to this argument; a choice passes nothing on, nor do labels.
   *
   * @param argument a place in {@link #inputs}
   */
  default boolean passesBack(int argument) {
    return true;
  }

  /** Floating point operations of the formula; 0 where they are few beside the products. */
  default double flops() {
    return 0;
  }

  /**
   * The formula and its adjoint, in ND4J operations.
   *
   * @param at the arrays that it works on
   */
  Formula formula(Arguments at);
}
