package org.attune.api.trial;

import java.io.Serializable;

/**
 * The held-out examples that validate and judge a trial: those that all trials share, or those of
 * its replicate. Cells that are compared on one replicate read the same examples either way.
 *
 * <pre>{@code
 * HeldOutPart.of(3).replicate(); // 3
 * HeldOutPart.SHARED.shared(); // true
 * }</pre>
 *
 * @param replicate the trial's replicate, from 0; -1 for the examples that all trials share
 */
public record HeldOutPart(int replicate) implements Serializable {

  /** The examples that all trials share, as in sweeps of earlier versions. */
  public static final HeldOutPart SHARED = new HeldOutPart(-1);

  /** The examples of a replicate. */
  public static HeldOutPart of(int replicate) {
    if (replicate < 0) {
      throw new IllegalArgumentException("replicate %d: count from 0".formatted(replicate));
    }
    return new HeldOutPart(replicate);
  }

  /** Whether all trials share these examples. */
  public boolean shared() {
    return replicate < 0;
  }
}
