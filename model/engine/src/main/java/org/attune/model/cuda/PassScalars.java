package org.attune.model.cuda;

import com.sun.jna.Pointer;
import org.attune.model.program.Pass;

/** The values of a pass that kernels read: {@code struct Scalars} of the CUDA source. */
final class PassScalars implements AutoCloseable {

  private static final int BYTES = 32;
  private static final int NOISE = 0;
  private static final int FIRST_EXAMPLE = 8;
  private static final int PROGRESS = 16;
  private static final int TRAINING = 24;

  private final Mirrored memory;

  PassScalars(GpuMemoryLimit room) {
    memory = new Mirrored(room, BYTES);
    memory.take(BYTES);
  }

  /** Their address on the GPU. */
  long address() {
    return memory.device();
  }

  /** Writes them to the host mirror. */
  void write(Pass pass) {
    Pointer at = new Pointer(memory.host());
    at.setLong(NOISE, pass.noise().key());
    at.setLong(FIRST_EXAMPLE, pass.firstExample());
    at.setDouble(PROGRESS, pass.progress());
    at.setInt(TRAINING, pass.training() ? 1 : 0);
  }

  /** Their memory, for each pass to bring. */
  Mirrored memory() {
    return memory;
  }

  @Override
  public void close() {
    memory.close();
  }
}
