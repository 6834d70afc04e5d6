package org.attune.model.attention;

import org.attune.model.program.Value;

/** Stage: a norm of each head's output. */
public interface HeadNorm extends Part {

  /** Leaves the heads' outputs unchanged. */
  HeadNorm NONE = (y, place) -> y;

  /** Maps (B·T, d) to the same shape. */
  Value norm(Value y, Place place);
}
