package org.attune.sweeps.search;

import java.util.Optional;
import java.util.OptionalDouble;
import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.catalog.ParameterTree;
import org.attune.sweeps.space.Space;
import org.attune.sweeps.spec.SweepSpec;

/**
 * Every cell in order, and all cells once more for each replicate: a sweep that is cut short has
 * covered the grid.
 */
final class GridSearch implements Search {

  private final Space space;
  private final long sweepSeed;
  private final long cells;
  private final long trials;
  private long proposed;

  GridSearch(SweepSpec spec, AxisCatalog catalog) {
    this.space = Space.of(spec, ParameterTree.of(catalog));
    this.sweepSeed = spec.seed();
    this.cells = space.cells();
    this.trials =
        Math.min(cells * spec.replicates(), spec.budget().trials().orElse(Long.MAX_VALUE));
  }

  @Override
  public long trials() {
    return trials;
  }

  @Override
  public Optional<Trial> next() {
    if (proposed == trials) {
      return Optional.empty();
    }
    int replicate = (int) (proposed / cells);
    Trial trial = Trial.of((int) proposed, space.cell(proposed % cells), replicate, sweepSeed);
    proposed++;
    return Optional.of(trial);
  }

  @Override
  public void observe(Trial trial, OptionalDouble objective) {
    // The order of a grid does not depend on what it finds.
  }
}
