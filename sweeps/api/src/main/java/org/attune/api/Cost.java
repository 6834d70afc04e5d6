package org.attune.api;

/**
 * The cost of training one configuration.
 *
 * @param parameters trainable numbers in the model
 * @param nonEmbedding trainable numbers outside the tables of token embeddings
 * @param flopsPerStep floating point operations of one training step; a multiply-add counts as two
 * @param steps training steps
 */
public record Cost(long parameters, long nonEmbedding, double flopsPerStep, long steps) {

  /** Floating point operations of the whole training. */
  public double flops() {
    return flopsPerStep * steps;
  }
}
