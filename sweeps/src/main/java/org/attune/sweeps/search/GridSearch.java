package org.attune.sweeps.search;

import java.util.List;
import java.util.Optional;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;

/**
 * Every cell that satisfies the constraints, in order, once per replicate round: a sweep that is
 * cut short has covered the grid.
 */
final class GridSearch implements Search {

  static final SearchMethod METHOD =
      new SearchMethod(
              "grid",
              "every cell, the last axis varying fastest; to run fewer trials, set budget: {trials:"
                  + " n}",
              "common practice",
              List.of(),
              true,
              GridSearch::new)
          .forObjectives()
          .blind();

  private final SearchProblem problem;
  private final Optional<long[]> kept; // numbers of the cells; empty means all
  private final long cells;
  private final long trials;
  private long proposed;

  private GridSearch(SearchProblem problem) {
    this.problem = problem;
    this.kept =
        problem.constraints().isEmpty() || problem.space().cells() > SearchProblem.MOST_TRIALS
            ? Optional.empty()
            : Optional.of(problem.gridCells());
    this.cells = kept.map(numbers -> (long) numbers.length).orElseGet(problem.space()::cells);
    long replicates = problem.replicates();
    this.trials = cells > Long.MAX_VALUE / replicates ? Long.MAX_VALUE : cells * replicates;
  }

  @Override
  public long trials() {
    return trials;
  }

  @Override
  public Proposal ask() {
    if (proposed == trials) {
      return Proposal.DONE;
    }
    int replicate = (int) (proposed / cells);
    long place = proposed % cells;
    long number = kept.map(numbers -> numbers[(int) place]).orElse(place);
    Trial trial = problem.trial((int) proposed, problem.space().cell(number), replicate);
    proposed++;
    return new Proposal.Run(trial);
  }

  @Override
  public void tell(Observation observation) {
    // The order of a grid does not depend on results.
  }
}
