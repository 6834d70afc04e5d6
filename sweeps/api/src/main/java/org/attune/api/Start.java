package org.attune.api;

import java.io.Serializable;

/**
 * Where an attempt starts: at step 0, or from a checkpoint.
 *
 * <pre>{@code
 * Start resumed = new Start(100, "checkpoints/a1b2c3d4e5f6-0/100", true);
 * resumed.atBeginning(); // false
 * Start.BEGINNING.step(); // 0
 * }</pre>
 *
 * @param step number of steps that the checkpoint contains, at least 0; 0 at the beginning
 * @param path of the checkpoint, relative to the sweep's directory; empty at the beginning
 * @param own true at the beginning, and if an earlier attempt at this trial wrote the checkpoint:
 *     the result must then equal that of one attempt without interruption. False if another trial
 *     wrote it, which this trial continues
 */
public record Start(long step, String path, boolean own) implements Serializable {

  /** Step 0, with no checkpoint to read. */
  public static final Start BEGINNING = new Start(0, "", true);

  /** Whether there is no checkpoint to read. */
  public boolean atBeginning() {
    return path.isEmpty();
  }
}
