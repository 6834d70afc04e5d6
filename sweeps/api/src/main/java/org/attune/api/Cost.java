package org.attune.api;

import java.util.OptionalLong;

/**
 * The cost of training one configuration.
 *
 * <pre>{@code
 * Cost cost = new Cost(1_000, 800, 6e6, 100);
 * cost.flops(); // 6.0E8
 * }</pre>
 *
 * @param parameters trainable numbers in the model
 * @param nonEmbedding trainable numbers outside the tables of token embeddings
 * @param flopsPerStep floating point operations of one training step; a multiply-add counts as two
 * @param steps training steps
 * @param stateBytes bytes that all layers keep of one sequence at the task's length in generation;
 *     empty for models that do not generate
 */
public record Cost(
    long parameters, long nonEmbedding, double flopsPerStep, long steps, OptionalLong stateBytes) {

  /** The cost of a model that keeps no state. */
  public Cost(long parameters, long nonEmbedding, double flopsPerStep, long steps) {
    this(parameters, nonEmbedding, flopsPerStep, steps, OptionalLong.empty());
  }

  /** Floating point operations of the whole training. */
  public double flops() {
    return flopsPerStep * steps;
  }
}
