package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Operands;

/** Arrays that all kernels of a program use in turn, so that they stay in the first-level cache. */
record Scratch(Operands<Floats> operands) {

  /** Floats of a chunk: 16 kB, so that three fit in the first-level cache. */
  static final int CHUNK = 4096;

  /** The i-th array, of at least the given size. */
  float[] array(int i, int size) {
    return operands.scratch(i, Math.max(CHUNK, size)).data;
  }

  /**
   * Arrays of one size that a kernel keeps, one per chunk. Each is a separate array: the compiler
   * vectorises loops over arrays only at one common index.
   */
  static float[][] kept(Operands<Floats> operands, int chunks, int size) {
    float[][] arrays = new float[chunks][];
    Arrays.setAll(arrays, c -> operands.keep(size).data);
    return arrays;
  }

  /** Such arrays, for what the kernel keeps from a forward pass to its adjoint. */
  static float[][] keptForAdjoint(Operands<Floats> operands, int chunks, int size) {
    float[][] arrays = new float[chunks][];
    Arrays.setAll(arrays, c -> operands.keepForAdjoint(size).data);
    return arrays;
  }

  /** The number of rows that fill a chunk, at least one. */
  static int rows(int columns) {
    return Math.max(1, CHUNK / columns);
  }
}
