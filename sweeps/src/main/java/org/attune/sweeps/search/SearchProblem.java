package org.attune.sweeps.search;

import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.catalog.Settings;
import org.attune.sweeps.space.Space;

/**
 * What a search is to do.
 *
 * @param space the cells
 * @param catalog says which cells make no sense
 * @param seed of the sweep: all that is random follows from it
 * @param replicates seeds per cell, at least 1
 * @param objective what makes one trial better than another
 * @param settings of the method
 */
public record SearchProblem(
    Space space,
    AxisCatalog catalog,
    long seed,
    int replicates,
    Objective objective,
    Settings settings) {

  /** Whether a cell may be run; one that may not is never proposed. */
  public boolean allows(Configuration cell) {
    return catalog.conflicts(cell).isEmpty();
  }

  /** The trial of a cell and a replicate, the {@code index}-th to be proposed. */
  public Trial trial(int index, Configuration cell, int replicate) {
    return Trial.of(index, cell, replicate, seed);
  }
}
