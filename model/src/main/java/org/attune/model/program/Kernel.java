package org.attune.model.program;

/**
 * What a {@link Primitive} compiles to on one {@link Backend}: its forward pass and its adjoint.
 */
public interface Kernel {

  /**
   * Computes the output's array from the inputs' arrays.
   *
   * @param pass whether this is a training pass, how far training is, and its random numbers
   */
  void forward(Pass pass);

  /**
   * Adds to the gradient of each input that {@linkplain Value#wantsGradient() wants one} its share
   * of the output's gradient. Every contribution goes through {@link Value#beta()} or {@link
   * Value#addGradient}, so that the first one overwrites. Called only after {@link #forward}, and
   * only when the output's gradient is complete.
   */
  void backward();
}
