package org.attune.model.program;

/** A {@link Primitive}'s formula over given arrays, and its adjoint. */
public interface Formula {

  /** Computes the output's array from the arguments' arrays. */
  void forward(Pass pass);

  /**
   * Adds the output's gradient contribution to each argument that {@linkplain
   * Argument#wantsGradient() wants one}. Called only after {@link #forward}, and only when the
   * output's gradient is complete.
   */
  void backward();
}
