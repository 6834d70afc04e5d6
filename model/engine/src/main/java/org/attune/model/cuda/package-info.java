/**
 * Trials on NVIDIA GPUs: a backend with its memory on a card.
 *
 * <p>Start with {@link CudaBackend}, then {@link CudaSession}, one trial's share of a card. Each
 * trial has its own {@code Lane}: a stream with a cuBLAS handle. Its programs' memory lies in
 * {@code Arena}s. The kernels are the {@code .cu} files beside this package, compiled for the GPU's
 * architecture on first use. Repeated steps differ only in the contents of memory, so each is
 * recorded once as a CUDA graph and launched with one call.
 *
 * <pre>{@code
 * Optional<String> problem = new CudaBackend().problem(); // empty: a GPU and its libraries are here
 * }</pre>
 *
 * <p>{@link CountingCard} and the tests' host card run the same code without a GPU; what needs a
 * card is tagged {@code gpu}. This package must not know the CPU's kernels or formulas: {@code
 * TestWalls} of {@code model/engine} refuses {@code cpu} and {@code formula}.
 */
package org.attune.model.cuda;
