package org.attune.model.program;

/** The arrays that a {@link Formula} works on: the arguments' and the output's. */
public interface Arguments {

  /**
   * An argument, in the order of {@link Primitive#inputs}. Two arguments may be one value; formulas
   * need no special case.
   */
  Argument in(int argument);

  /**
   * The output. The forward pass fills its array; its gradient is complete when the adjoint runs.
   */
  Argument out();

  /** The primitive's index in the program, from 0; noise depends on it. */
  int node();
}
