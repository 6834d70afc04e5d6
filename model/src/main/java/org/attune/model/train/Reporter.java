package org.attune.model.train;

import java.util.Map;

/** Receives a trial's metrics during training. */
@FunctionalInterface
public interface Reporter {

  /**
   * Receives metrics at a step.
   *
   * @return whether to continue
   */
  boolean report(long step, Map<String, Double> metrics);

  /** Hears a sentence for the user about how the training goes, such as what it begins anew. */
  default void note(String sentence) {}
}
