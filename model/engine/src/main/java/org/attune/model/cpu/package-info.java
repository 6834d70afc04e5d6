/**
 * The CPU backend: kernels in plain Java over heap arrays, in float32. {@code CpuKernelTable} lists
 * them, one per line. {@code linear} holds products and solves, on Java's vectors. The other
 * kernels work on chunks of 16 kB, in loops over distinct arrays at one common index, which the
 * compiler vectorises.
 */
package org.attune.model.cpu;
