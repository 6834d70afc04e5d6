package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.catalog.ParameterTree;
import org.attune.sweeps.space.Space;
import org.attune.sweeps.spec.SweepSpec;

/**
 * Cells drawn at random from the sweep's seed, none twice, none in conflict (Bergstra and Bengio,
 * "Random Search for Hyper-Parameter Optimization", JMLR 13, 2012). All cells are run once before
 * any is run again for its next replicate.
 */
final class RandomSearch implements Search {

  /** Draws in a row that bring nothing new, after which the space counts as exhausted. */
  private static final int MAX_IDLE_DRAWS = 1_000;

  private final Space space;
  private final AxisCatalog catalog;
  private final long sweepSeed;
  private final SplittableRandom random;
  private final int replicates;
  private final long maxTrials;
  private final List<Configuration> cells = new ArrayList<>();
  private final Set<Configuration> drawn = new HashSet<>();
  private long wantedCells;
  private int proposed;

  RandomSearch(SweepSpec spec, AxisCatalog catalog, long cells) {
    this.space = Space.of(spec, ParameterTree.of(catalog));
    this.catalog = catalog;
    this.sweepSeed = spec.seed();
    this.random = new SplittableRandom(spec.seed());
    this.replicates = spec.replicates();
    this.maxTrials = spec.budget().trials().orElse(Long.MAX_VALUE);
    this.wantedCells = cells;
  }

  @Override
  public long trials() {
    return Math.min(maxTrials, wantedCells * replicates);
  }

  @Override
  public Optional<Trial> next() {
    if (proposed == maxTrials) {
      return Optional.empty();
    }
    if (cells.size() < wantedCells) {
      draw().ifPresentOrElse(cells::add, () -> wantedCells = cells.size());
    }
    if (proposed >= cells.size() * (long) replicates) {
      return Optional.empty();
    }
    // While cells are still drawn, the newest is the one proposed: its number is its replicate 0.
    int replicate = proposed / cells.size();
    Configuration cell = cells.get(proposed % cells.size());
    return Optional.of(Trial.of(proposed++, cell, replicate, sweepSeed));
  }

  private Optional<Configuration> draw() {
    for (int i = 0; i < MAX_IDLE_DRAWS; i++) {
      Configuration cell = space.sample(random);
      if (drawn.add(cell) && catalog.conflicts(cell).isEmpty()) {
        return Optional.of(cell);
      }
    }
    return Optional.empty();
  }

  @Override
  public void observe(Trial trial, OptionalDouble objective) {
    // Draws are independent of what was found.
  }
}
