package org.attune.model.cuda;

import com.sun.jna.Pointer;
import org.attune.model.program.Pass;

/** What kernels read of a pass: {@code struct Scalars} of their texts. */
final class PassScalars {

  static final int BYTES = 32;

  private static final int NOISE = 0;
  private static final int FIRST_EXAMPLE = 8;
  private static final int PROGRESS = 16;
  private static final int TRAINING = 24;

  private PassScalars() {}

  /** Writes them to the host's side. */
  static void write(Pass pass, Mirrored to) {
    Pointer at = new Pointer(to.host());
    at.setLong(NOISE, pass.noise().key());
    at.setLong(FIRST_EXAMPLE, pass.firstExample());
    at.setDouble(PROGRESS, pass.progress());
    at.setInt(TRAINING, pass.training() ? 1 : 0);
  }
}
