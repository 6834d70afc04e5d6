package org.attune.model.attention;

import org.attune.model.program.Value;

/** Stage: a norm of each head's output. */
public interface HeadNorm extends Part {

  /** Leaves heads as they are. */
  HeadNorm NONE = (y, place) -> y;

  /** (B·T, d) to the same. */
  Value norm(Value y, Place place);
}
