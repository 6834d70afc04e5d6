package org.attune.model.engine;

import org.attune.model.program.Pass;

/** What a primitive compiles to on a {@link Backend}: its forward pass and its adjoint. */
public interface Kernel {

  /** Computes the output from the arguments. */
  void forward(Pass pass);

  /**
   * Puts or adds its share into the {@link Sink} of each argument that wants one, every element of
   * it, once. Called only after {@link #forward}, and only when the output's gradient is complete.
   */
  void backward();
}
