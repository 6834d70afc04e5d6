package org.attune.model.cpu;

import org.attune.model.engine.Operands;

/**
 * Arrays that all kernels of a program work in, one after the other: so they stay in the
 * first-level cache.
 */
final class Scratch {

  /** Floats of a chunk: 16 kB, so that three fit the first-level cache. */
  static final int CHUNK = 4096;

  private final Operands<Floats> operands;

  Scratch(Operands<Floats> operands) {
    this.operands = operands;
  }

  /** The i-th array, of at least some size. */
  float[] array(int i, int size) {
    return operands.scratch(i, Math.max(CHUNK, size)).data;
  }

  /** Rows of a width that fill a chunk, at least one. */
  static int rows(int columns) {
    return Math.max(1, CHUNK / columns);
  }
}
