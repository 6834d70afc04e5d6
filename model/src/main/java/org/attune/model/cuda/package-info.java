/**
 * Trials on NVIDIA GPUs: a {@link org.attune.model.engine.Backend} whose memory is on a card. A
 * trial has a {@code Lane} of its own, a stream with a handle for products; its programs lie in
 * {@code Arena}s; its kernels are the texts beside this package ({@code .cu}), compiled for the
 * card's architecture when first needed. What a step does is the same every time but for what
 * memory holds, so it is recorded once as a graph and launched with one call.
 */
package org.attune.model.cuda;
