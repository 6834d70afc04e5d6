package org.attune.model.program;

/** The arrays that a {@link Formula} works on: one for each argument, and the output's. */
public interface Arguments {

  /**
   * An argument, in the order of {@link Primitive#inputs}. Two arguments may be one value: a
   * formula need not care.
   */
  Argument in(int argument);

  /** The output: its array is to be filled, its gradient is complete when the adjoint runs. */
  Argument out();

  /**
   * Whether the output lives in the place of the argument that it {@linkplain Primitive#overwrites
   * may overwrite}; that argument then wants no gradient, for it is there already.
   */
  boolean inPlace();

  /** The primitive's place among the program's, from 0: noise depends on it. */
  int node();
}
