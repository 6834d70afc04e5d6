package org.attune.model.engine;

import org.attune.model.program.Pass;

/** A primitive compiled for a {@link Backend}: its forward pass and its adjoint. */
public interface Kernel {

  /** Computes the output from the arguments. */
  void forward(Pass pass);

  /**
   * Hands the state's observations from a training forward pass to the pass, after it has run. A
   * device that replays passes calls only this method each time.
   */
  default void observe(Pass pass) {}

  /**
   * Writes or adds the contribution to the {@link Sink} of each argument that wants one, every
   * element exactly once. Called only after {@link #forward}, and only when the output's gradient
   * is complete.
   */
  void backward();
}
