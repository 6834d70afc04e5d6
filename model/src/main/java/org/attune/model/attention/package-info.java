/**
 * Attention as a pipeline of parts, one choice per stage:
 *
 * <pre>
 * query, key, value sources -> norm of q, k -> positions -> reading -> head norm -> gate -> output
 *          reading = scores -> convolution, head mixing -> weights -> convolution, head mixing -> values
 *                    or a direct rule such as ridge regression
 * </pre>
 *
 * <p>Start with {@link OutputGate}, the shortest stage, and {@code gate.LearnedGate}, a variant of
 * it. Each stage is an interface here and a package beside it, with one small class per variant;
 * {@link org.attune.model.attention.pipeline.Parts} lists them all, one line each. A part states
 * what it needs in its {@link Declaration}, so no part knows another.
 *
 * <p>This package is stable: parts and tasks in jars of yours may use its public classes. A 0.x
 * version may change them, and the changelog says so. It must not know networks, layers or DL4J:
 * {@code TestWalls} of {@code model} refuses the arrows.
 */
package org.attune.model.attention;
