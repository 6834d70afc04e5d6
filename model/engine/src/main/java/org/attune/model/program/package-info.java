/**
 * A define-then-run program. A layer describes its forward pass once, by calls on a {@link
 * org.attune.model.program.Program}. Each call adds one {@link org.attune.model.program.Primitive},
 * with its formula and its adjoint. A description holds only shapes and names; it costs no memory
 * and knows no backend. {@code engine} compiles it for one.
 *
 * <p>Values are matrices whose rows are the batch's tokens, sequence after sequence: {@code (batch
 * * length, columns)}. A head is a range of columns. Attention scores are {@code (batch, heads,
 * queries, keys)}.
 *
 * <p>This package is stable: parts and tasks in jars of yours may use its public classes. A 0.x
 * version may change them, and the changelog says so.
 */
package org.attune.model.program;
