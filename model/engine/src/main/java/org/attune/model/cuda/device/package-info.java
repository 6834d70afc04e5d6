/**
 * The interface to CUDA: its driver, a compiler of kernels, and matrix products.
 *
 * <p>Start with {@link Driver}, the calls that trials need; {@link KernelCompiler} and {@link Blas}
 * are the other two. NVIDIA's libraries are found at run time ({@link Installation}) and called by
 * JNA's direct mapping; nothing is linked or shipped.
 *
 * <pre>{@code
 * Installation found = Installation.here(); // what is on this machine, and where the search looked
 * }</pre>
 *
 * <p>Handles and GPU addresses are numbers; a failed call throws a {@link CudaException} that names
 * it. This package must not know programs or kernels: {@code cuda} stands on it, and {@code
 * TestWalls} of {@code model/engine} forbids the circle.
 */
package org.attune.model.cuda.device;
