package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Setting;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;

/**
 * Cells drawn at random from the sweep's seed, without duplicates or conflicting cells (Bergstra
 * and Bengio, "Random Search for Hyper-Parameter Optimization", JMLR 13, 2012). Every cell runs
 * once before any cell runs its next replicate.
 */
final class RandomSearch implements Search {

  static final SearchMethod METHOD =
      new SearchMethod(
              "random",
              "cells drawn independently, none twice",
              "Bergstra and Bengio, JMLR 13, 2012",
              List.of(
                  Setting.required(
                      "trials",
                      new Domain.IntegerRange(1, 1_000_000),
                      "cells drawn, replicates not counted")),
              false,
              RandomSearch::new)
          .forObjectives()
          .blind();

  /** After this many consecutive draws without a new cell, the space counts as exhausted. */
  private static final int MAX_IDLE_DRAWS = 1_000;

  private final SearchProblem problem;
  private final SplittableRandom random;
  private final List<Configuration> cells = new ArrayList<>();
  private final Set<Configuration> drawn = new HashSet<>();
  private long wantedCells;
  private int proposed;

  private RandomSearch(SearchProblem problem) {
    this.problem = problem;
    this.random = new SplittableRandom(problem.seed());
    this.wantedCells = problem.settings().integer("trials");
  }

  @Override
  public long trials() {
    return wantedCells * problem.replicates();
  }

  @Override
  public Proposal ask() {
    if (cells.size() < wantedCells) {
      draw().ifPresentOrElse(cells::add, () -> wantedCells = cells.size());
    }
    if (proposed >= cells.size() * (long) problem.replicates()) {
      return Proposal.DONE;
    }
    // While cells are still drawn, the newest cell is proposed as its replicate 0.
    int replicate = proposed / cells.size();
    Configuration cell = cells.get(proposed % cells.size());
    return new Proposal.Run(problem.trial(proposed++, cell, replicate));
  }

  private Optional<Configuration> draw() {
    for (Configuration cell : problem.first()) {
      if (drawn.add(cell)) {
        return Optional.of(cell);
      }
    }
    for (int i = 0; i < MAX_IDLE_DRAWS; i++) {
      Configuration cell = problem.space().sample(random);
      if (drawn.add(cell) && problem.allows(cell)) {
        return Optional.of(cell);
      }
    }
    return Optional.empty();
  }

  @Override
  public void tell(Observation observation) {
    // Draws do not depend on results.
  }
}
