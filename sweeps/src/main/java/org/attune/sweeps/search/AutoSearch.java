package org.attune.sweeps.search;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.attune.api.search.Search;
import org.attune.sweeps.space.Coordinates;

/**
 * Picks the search method by the space and the number of cells, and reports which and why.
 *
 * <ol>
 *   <li>All cells are wanted, or at most the ten with which every model starts: {@code sobol}.
 *   <li>Several objectives: {@code gaussian-process} for up to {@value #MODELLED} cells, {@value
 *       #MOST_OBJECTIVES} objectives and {@value #MOST_DIMENSIONS} dimensions, else {@code
 *       nsga-ii}.
 *   <li>More than {@value #MOST_DIMENSIONS} dimensions: {@code tpe}, which treats each dimension
 *       separately.
 *   <li>Otherwise {@code gaussian-process} for the first {@value #MODELLED} cells, then {@code
 *       tpe}, whose cost does not grow with the cube of the number of observations.
 * </ol>
 */
record AutoSearch(Suggester first, Suggester later) implements Suggester {

  static final SearchMethod METHOD =
      new SearchMethod(
              "auto",
              "picks among the others by the space and the number of cells, and says which",
              "see sobol, nsga-ii, tpe and gaussian-process",
              List.of(SuggestedSearch.TRIALS, SuggestedSearch.SEEDS),
              false,
              AutoSearch::begin)
          .forObjectives();

  private static final int STARTUP = 10;
  private static final int MOST_FITTED = 200;
  private static final int MOST_DIMENSIONS = 40;
  private static final int MODELLED = 500;
  private static final int MOST_OBJECTIVES = 3;

  private static Search begin(SearchProblem problem) {
    Coordinates coordinates = new Coordinates(problem.space());
    long cells = problem.wantedCells();
    int dimensions = coordinates.dimensions().size();
    SobolPoints points = new SobolPoints(dimensions, problem.seed());
    Suggester sobol = new SobolSearch(points);
    Suggester tpe = TpeSearch.standard(points);
    boolean all = coordinates.finite() && problem.space().cells() <= cells;
    if (all || cells <= STARTUP) {
      return new SuggestedSearch(problem, coordinates, sobol)
          .saying(
              all
                  ? "sobol, as %s run"
                      .formatted(
                          cells == 1 ? "the one cell is" : "all %,d cells are".formatted(cells))
                  : "sobol, as %s too few to learn from"
                      .formatted(cells == 1 ? "one cell is" : cells + " cells are"));
    }
    int objectives = problem.objectives().size();
    boolean modelled =
        objectives <= MOST_OBJECTIVES && cells <= MODELLED && dimensions <= MOST_DIMENSIONS;
    if (objectives > 1 && !modelled) {
      return NsgaSearch.standard(problem, cells)
          .saying("nsga-ii, as there are %d objectives".formatted(objectives));
    }
    String varying = dimensions == 1 ? "one thing varies" : dimensions + " things vary";
    if (dimensions > MOST_DIMENSIONS) {
      return new SuggestedSearch(problem, coordinates, tpe).saying("tpe, as " + varying);
    }
    Suggester gaussian = GaussianSearch.of(problem, coordinates, points, STARTUP, MOST_FITTED);
    String reason =
        objectives > 1
            ? "gaussian-process, as there are %d objectives".formatted(objectives)
            : "gaussian-process, as " + varying;
    return cells <= MODELLED
        ? new SuggestedSearch(problem, coordinates, gaussian)
            .saying(reason + " over %,d cells".formatted(cells))
        : new SuggestedSearch(problem, coordinates, new AutoSearch(gaussian, tpe))
            .saying(reason + "; tpe after the first %d of %,d cells".formatted(MODELLED, cells));
  }

  @Override
  public boolean thinks() {
    return true;
  }

  @Override
  public double[] suggest(History history, SplittableRandom random) {
    return (history.size() < MODELLED ? first : later).suggest(history, random);
  }

  @Override
  public void recalled(int told, int size, Supplier<History> history) {
    (size < MODELLED ? first : later).recalled(told, size, history);
  }

  @Override
  public void told(CellRecord cell, boolean firstEnd) {
    first.told(cell, firstEnd);
    later.told(cell, firstEnd);
  }
}
