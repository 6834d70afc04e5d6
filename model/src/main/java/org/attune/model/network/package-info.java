/**
 * Whole networks, described as programs from a batch's features to its loss.
 *
 * <p>Start with {@link Networks}, the list, then {@link Decoder}: tokens in, logits out, in blocks
 * of attention and MLP. {@link KvqNetwork} and {@link SetEncoder} are for sets; {@link Refusals}
 * says why settings cannot make a network.
 *
 * <pre>{@code
 * Network network = Networks.of(settings, signature); // a description: it costs no memory
 * }</pre>
 *
 * <p>A network has no weights here; {@code model.layer} gives it parameters and compiles it. This
 * package must not know DL4J, tasks or backends: {@code TestWalls} refuses {@code layer}, {@code
 * task} and {@code engine}.
 */
package org.attune.model.network;
