package org.attune.model.program;

import java.util.List;
import java.util.OptionalInt;

/**
 * One differentiable operation: its inputs, its output shape and its formula. Primitives are
 * immutable records that know no backend.
 *
 * <p>The formula must work in any floating type. In float64 it is the reference that tests hold
 * every backend's kernel to (float32, 1e-5). It also runs if a backend has no kernel.
 */
public interface Primitive {

  /**
   * The inputs, in a fixed order; one value may be several arguments. By default they are the
   * record's components that are values. A primitive with inputs elsewhere, such as in a list, says
   * so.
   */
  default List<Value> inputs() {
    return Components.values((Record) this);
  }

  /**
   * The shape of the output, computed from the inputs' shapes; by default that of the first input.
   */
  default int[] shape() {
    return inputs().get(0).shape();
  }

  /**
   * Whether the adjoint reads this argument's array. If not, the plan may reuse its memory.
   *
   * @param argument an index in {@link #inputs}
   */
  default boolean keeps(int argument) {
    return true;
  }

  /** Whether the adjoint reads the output's own array. */
  default boolean keepsOutput() {
    return false;
  }

  /**
   * The argument that the output may overwrite, if any. The output is that argument plus something,
   * so the gradient passes on unchanged.
   */
  default OptionalInt overwrites() {
    return OptionalInt.empty();
  }

  /**
   * Whether a gradient flows back to this argument. Choices and labels get none.
   *
   * @param argument an index in {@link #inputs}
   */
  default boolean passesBack(int argument) {
    return true;
  }

  /** Floating point operations of the formula; 0 if they are few compared with the products. */
  default double flops() {
    return 0;
  }

  /**
   * The number of earlier rows of an argument that generation keeps per sequence for later tokens.
   * It is the length for keys, and 0 for what is computed token by token.
   *
   * @param argument an index in {@link #inputs}
   */
  default int remembers(int argument) {
    return 0;
  }

  /** The numbers per sequence of a running state that generation keeps in place of rows. */
  default long state() {
    return 0;
  }

  /**
   * The formula and its adjoint, in ND4J operations.
   *
   * @param at the arrays to work on
   */
  Formula formula(Arguments at);
}
