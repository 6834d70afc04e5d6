/**
 * Trials on NVIDIA GPUs: a {@link org.attune.model.engine.Backend} with its memory on a GPU. Each
 * trial has its own {@code Lane}: a stream with a cuBLAS handle. Its programs' memory lies in
 * {@code Arena}s. The kernels are the {@code .cu} files beside this package, compiled for the GPU's
 * architecture on first use. Repeated steps differ only in the contents of memory, so each is
 * recorded once as a CUDA graph and launched with one call.
 */
package org.attune.model.cuda;
