/**
 * Attention as a pipeline of parts, one choice per stage:
 *
 * <pre>
 * query, key, value sources -> norm of q, k -> positions -> reading -> head norm -> gate -> output
 *          reading = scores -> convolution, head mixing -> weights -> convolution, head mixing -> values
 *                    or a direct rule such as ridge regression
 * </pre>
 *
 * Each stage is an interface here and a package beside it, with one small class per variant; {@link
 * org.attune.model.attention.pipeline.Parts} lists them all, one line each.
 *
 * <p>This package is stable: parts and tasks in jars of yours may use its public classes. A 0.x
 * version may change them, and the changelog says so.
 */
package org.attune.model.attention;
