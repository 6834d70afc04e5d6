package org.attune.model.program;

/** A primitive of one input. */
public interface Unary extends Primitive {

  /**
   * The formula and its adjoint, in ND4J operations.
   *
   * @param x the input
   * @param y the output
   */
  Formula formula(Argument x, Argument y);

  @Override
  default Formula formula(Arguments at) {
    return formula(at.in(0), at.out());
  }
}
