/**
 * The backend of the host's processor: kernels in plain Java over heap arrays, in float32. {@code
 * Kernels} lists them, a line each. Products and solves are in {@code linear}, on Java's vectors;
 * the other kernels work on chunks of 16 kB in the form that the compiler turns into vectors by
 * itself: loops over distinct arrays at one index.
 */
package org.attune.model.cpu;
