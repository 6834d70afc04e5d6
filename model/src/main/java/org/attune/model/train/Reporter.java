package org.attune.model.train;

import java.util.Map;

/** Hears how a trial goes, while it goes. */
@FunctionalInterface
public interface Reporter {

  /**
   * Takes metrics at a step.
   *
   * @return whether to go on
   */
  boolean report(long step, Map<String, Double> metrics);
}
