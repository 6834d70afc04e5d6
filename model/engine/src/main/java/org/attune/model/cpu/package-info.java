/**
 * The CPU backend: kernels in plain Java over heap arrays, in float32.
 *
 * <p>Start with {@link CpuBackend}; {@code CpuKernelTable} lists the kernels, one per line, and
 * {@code SoftmaxKernel} shows one. {@code linear} holds products and solves, on Java's vectors. The
 * other kernels work on chunks of 16 kB, in loops over distinct arrays at one common index, which
 * the compiler vectorises.
 *
 * <pre>{@code
 * KernelTable<Floats> kernels = new CpuBackend().kernels();
 * }</pre>
 *
 * <p>A kernel agrees with its primitive's formula to float32 rounding, with any number of threads.
 * It neither allocates nor decides: the plan did. This package must not know {@code cuda}, {@code
 * fusion} or formulas: {@code TestWalls} of {@code model/engine} refuses the arrows.
 */
package org.attune.model.cpu;
