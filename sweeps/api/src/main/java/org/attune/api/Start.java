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
 * @param step already done; 0 at the beginning
 * @param path of the checkpoint in the sweep's directory; empty at the beginning
 * @param own whether an earlier attempt at this trial wrote it, so that the result must equal that
 *     of a single attempt; otherwise it belongs to another trial, which this one resumes
 */
public record Start(long step, String path, boolean own) implements Serializable {

  /** Step 0. */
  public static final Start BEGINNING = new Start(0, "", true);

  /** Whether it is step 0, with no checkpoint to read. */
  public boolean atBeginning() {
    return path.isEmpty();
  }
}
