package org.attune.model.program;

/** A primitive of three inputs. */
public interface Ternary extends Primitive {

  /**
   * The formula and its adjoint, in ND4J operations.
   *
   * @param a the first input
   * @param b the second
   * @param c the third
   * @param y the output
   */
  Formula formula(Argument a, Argument b, Argument c, Argument y);

  @Override
  default Formula formula(Arguments at) {
    return formula(at.in(0), at.in(1), at.in(2), at.out());
  }
}
