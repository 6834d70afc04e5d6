package org.attune.sweeps.trial;

import java.io.Serializable;

/**
 * Where an attempt begins: at step 0, or from a checkpoint.
 *
 * @param step done before; 0 at the beginning
 * @param path of the checkpoint in the sweep's directory; empty at the beginning
 * @param own whether an earlier attempt of the same trial wrote it, so that this one is to end as
 *     if there had been one attempt only; otherwise it is another trial's, carried on
 */
public record Start(long step, String path, boolean own) implements Serializable {

  /** Step 0. */
  public static final Start BEGINNING = new Start(0, "", true);

  /** Whether it is step 0, with nothing to be read. */
  public boolean atBeginning() {
    return path.isEmpty();
  }
}
