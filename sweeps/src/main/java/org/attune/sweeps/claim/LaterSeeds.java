package org.attune.sweeps.claim;

import java.util.OptionalDouble;
import org.attune.api.catalog.Configuration;

/**
 * Results without the first seeds of each cell. Tuning seeds stay: they choose a setting, and fresh
 * seeds judge it.
 *
 * @param all the results
 * @param first the number of seeds that are left out
 */
record LaterSeeds(Outcomes all, int first) implements Outcomes {

  private int there(int replicate) {
    return Tuning.isTuning(replicate) ? replicate : replicate + first;
  }

  @Override
  public int ended(Configuration cell) {
    return Math.max(0, all.ended(cell) - first);
  }

  @Override
  public boolean ended(Configuration cell, int replicate) {
    return all.ended(cell, there(replicate));
  }

  @Override
  public OptionalDouble value(Configuration cell, int replicate, String metric) {
    return all.value(cell, there(replicate), metric);
  }

  @Override
  public boolean reports(Configuration cell, String metric) {
    return all.reports(cell, metric);
  }

  @Override
  public OptionalDouble sealed(Configuration cell, int replicate, String metric) {
    return all.sealed(cell, there(replicate), metric);
  }
}
