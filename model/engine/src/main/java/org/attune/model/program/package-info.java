/**
 * A define-then-run program: a layer describes its forward pass once, by calls on a {@link
 * Program}.
 *
 * <p>Start with {@link Program}. Each call adds one {@link Primitive}, with its formula and its
 * adjoint. A description holds only shapes and names; it costs no memory. {@code engine} compiles
 * it for a backend.
 *
 * <pre>{@code
 * Program program = new Program(4); // a batch of 4 sequences
 * Value x = program.input("x", 8, 16, false); // 8 tokens of 16 columns
 * Value y = Matmul.project(x, "w", Init.normal(0.02), 32);
 * }</pre>
 *
 * <p>Values are matrices whose rows are the batch's tokens, sequence after sequence: {@code (batch
 * * length, columns)}. A head is a range of columns. Attention scores are {@code (batch, heads,
 * queries, keys)}.
 *
 * <p>This package is stable: parts and tasks in jars of yours may use its public classes. A 0.x
 * version may change them, and the changelog says so. It must not know any other package of the
 * engine: {@code TestWalls} of {@code model/engine} refuses every arrow from it.
 */
package org.attune.model.program;
