/**
 * A define-then-run program: a layer describes its forward pass once, by calls on a {@link
 * org.attune.model.program.Program}; each call adds one {@link org.attune.model.program.Primitive},
 * which brings its own adjoint. Compiling the description for a {@link
 * org.attune.model.program.Backend} lays out all memory; from then on every step replays the same
 * kernels over the same memory and allocates nothing.
 *
 * <p>Values are matrices whose rows are the tokens of the batch, sequence after sequence: {@code
 * (batch * length, columns)}. A head is a range of columns. Attention scores are {@code (batch,
 * heads, queries, keys)}.
 */
package org.attune.model.program;
