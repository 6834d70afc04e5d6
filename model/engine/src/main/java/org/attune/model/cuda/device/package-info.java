/**
 * The interface to CUDA: a {@link org.attune.model.cuda.device.Driver driver}, a {@link
 * org.attune.model.cuda.device.KernelCompiler compiler} of kernels and {@link
 * org.attune.model.cuda.device.Blas matrix products}. NVIDIA's libraries are found at run time and
 * called by JNA's direct mapping; nothing is linked or shipped.
 */
package org.attune.model.cuda.device;
