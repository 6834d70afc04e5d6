package org.attune.model.cpu;

import java.util.ArrayList;
import java.util.List;
import org.attune.model.program.Value;

/**
 * Heap arrays that all kernels of a program stage chunks in, one after the other: so they stay in
 * the first-level cache.
 */
final class Scratch {

  /** Floats of a chunk: 16 kB, so that three fit the first-level cache. */
  static final int CHUNK = 4096;

  private final List<float[]> arrays = new ArrayList<>();

  private Scratch() {}

  static Scratch of(Value value) {
    return value.program().shared(Scratch.class, Scratch::new);
  }

  /** The i-th array, of at least some size. */
  float[] array(int i, int size) {
    while (arrays.size() <= i) {
      arrays.add(new float[CHUNK]);
    }
    if (arrays.get(i).length < size) {
      arrays.set(i, new float[size]);
    }
    return arrays.get(i);
  }

  /** Rows of a width that fill a chunk, at least one. */
  static int rows(int columns) {
    return Math.max(1, CHUNK / columns);
  }
}
