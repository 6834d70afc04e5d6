package org.attune.sweeps.catalog;

/**
 * What training one configuration takes.
 *
 * @param parameters trainable numbers in the model
 * @param nonEmbedding those of them that are not in a table of token embeddings
 * @param flopsPerStep floating point operations of one training step, a multiply-add counted as two
 * @param steps training steps
 */
public record Cost(long parameters, long nonEmbedding, double flopsPerStep, long steps) {

  /** Floating point operations of the whole training. */
  public double flops() {
    return flopsPerStep * steps;
  }
}
