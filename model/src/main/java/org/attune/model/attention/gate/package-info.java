/**
 * Gates on what heads read, before or after the output projection.
 *
 * <p>Start with {@link LearnedGate}: {@code f(x W) * y}, written as in the paper, with shapes
 * beside each step. {@link MappedGate} gates by maps of query, key and value; {@link DefinedGate}
 * by a definition.
 *
 * <pre>{@code
 * attention.gate: [none, learned, from-query]
 * }</pre>
 *
 * <p>A further gate is a class here, one line in {@code pipeline.Parts} and one agreement with its
 * formula in plain loops; docs/adding-an-attention-part.md takes you through one. A gate reads
 * other parts through {@code Signals} alone: it must not know the parts themselves, and {@code
 * TestWalls} forbids circles.
 */
package org.attune.model.attention.gate;
