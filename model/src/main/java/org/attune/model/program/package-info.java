/**
 * A define-then-run program: a layer describes its forward pass once, by calls on a {@link
 * org.attune.model.program.Program}; each call adds one {@link org.attune.model.program.Primitive},
 * which brings its formula and its adjoint. A description has shapes and names and nothing else: it
 * costs no memory, and knows no backend. {@code engine} compiles it for one.
 *
 * <p>Values are matrices whose rows are the tokens of the batch, sequence after sequence: {@code
 * (batch * length, columns)}. A head is a range of columns. Attention scores are {@code (batch,
 * heads, queries, keys)}.
 */
package org.attune.model.program;
