/**
 * Attention architectures, their tasks, and one trial's training on DL4J and ND4J.
 *
 * <p>Start with {@link ModelCatalog}, everything that a sweep file may vary, and with {@link
 * org.attune.model.train.TrialTrainer}, from a configuration to its metrics. docs/architecture.md
 * walks a step through the packages and draws which package knows which.
 *
 * <pre>{@code
 * List<Parameter> axes = new ModelCatalog().parameters();
 * }</pre>
 *
 * <p>The module must not know Spark, Hadoop, {@code sweeps} or the command line: {@code TestWalls}
 * refuses each, and every arrow that its map of packages lacks.
 */
package org.attune.model;
