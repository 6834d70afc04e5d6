/**
 * Norms of each head's output, before the gate.
 *
 * <p>Start with {@link RmsHeads}, the only class: an RMS norm of each head with a gain that all
 * heads share.
 *
 * <pre>{@code
 * attention.head-norm: [none, rms]
 * }</pre>
 *
 * <p>A norm here sees one head's columns at a time. It must not know gates or readings, the stages
 * beside it: {@code TestWalls} forbids circles among packages.
 */
package org.attune.model.attention.norm;
