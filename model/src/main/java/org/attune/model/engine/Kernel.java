package org.attune.model.engine;

import org.attune.model.program.Pass;

/** What a primitive compiles to on a {@link Backend}: its forward pass and its adjoint. */
public interface Kernel {

  /** Computes the output from the arguments. */
  void forward(Pass pass);

  /**
   * Hands out what state that moves has seen in a forward pass of training, after it; on a device
   * that replays passes, this alone is called each time.
   */
  default void observe(Pass pass) {}

  /**
   * Puts or adds its share into the {@link Sink} of each argument that wants one, every element of
   * it, once. Called only after {@link #forward}, and only when the output's gradient is complete.
   */
  void backward();
}
