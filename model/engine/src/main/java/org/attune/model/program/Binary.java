package org.attune.model.program;

/** A primitive of two inputs. */
public interface Binary extends Primitive {

  /**
   * The formula and its adjoint, in ND4J operations.
   *
   * @param a the first input
   * @param b the second
   * @param y the output
   */
  Formula formula(Argument a, Argument b, Argument y);

  @Override
  default Formula formula(Arguments at) {
    return formula(at.in(0), at.in(1), at.out());
  }
}
