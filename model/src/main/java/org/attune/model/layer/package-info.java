/**
 * Networks as DL4J layers: configuration, flat parameters, forward and backward passes, the update.
 *
 * <p>Start with {@link GraphTrainer}, which takes a step as DL4J would, then {@link BatchRunner},
 * which cuts a batch into parts that stay in cache, and {@code NetworkPrograms}, which compiles
 * them. {@link Training} is the settings of an optimizer.
 *
 * <pre>{@code
 * GraphTrainer trainer = new GraphTrainer(graph);
 * double loss = trainer.step(features, labels, weights);
 * trainer.publish(); // DL4J's arrays now hold the parameters
 * }</pre>
 *
 * <p>DL4J's flat arrays are the parameters at rest; the engine's store holds them during a
 * training. This is the package where both meet. It must not know tasks or a backend's kernels:
 * {@code TestWalls} refuses {@code task}, {@code cpu} and {@code cuda}.
 */
package org.attune.model.layer;
