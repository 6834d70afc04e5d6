/**
 * Fast float32 kernels for a CPU: matrix products by OpenBLAS straight on memory, everything else
 * in Java loops over chunks staged to the heap.
 *
 * <p>The loops are shaped for the JIT compiler, which vectorises a counted loop over distinct
 * {@code float[]} with one common index, {@code Math.fma}, {@code Math.min} and {@code Math.max},
 * and little else: so chunks are copied in and out of native memory (cheap, they fit the
 * first-level cache), state kept for the adjoint is an array per chunk, and exponentials are
 * polynomials.
 */
package org.attune.model.cpu;
