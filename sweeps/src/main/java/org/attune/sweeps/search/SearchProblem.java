package org.attune.sweeps.search;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Settings;
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.sweeps.constraint.Constraint;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.space.Space;

/**
 * The problem that a search solves.
 *
 * @param space the cells
 * @param catalog knows which cells are inconsistent
 * @param constraints conditions that every cell must meet
 * @param seed of the sweep; all random numbers derive from it
 * @param replicates seeds per cell, at least 1
 * @param objectives rank trials, at least one; methods for one objective use the first
 * @param budget the most trials that will run, counting replicates, if there is a limit
 * @param settings of the method
 * @param first cells to propose before the method chooses any
 */
public record SearchProblem(
    Space space,
    AxisCatalog catalog,
    List<Constraint> constraints,
    long seed,
    int replicates,
    List<Objective> objectives,
    OptionalLong budget,
    Settings settings,
    List<Configuration> first) {

  public SearchProblem {
    objectives = List.copyOf(objectives);
  }

  /** Creates a problem with one objective and no cells to try first. */
  public SearchProblem(
      Space space,
      AxisCatalog catalog,
      List<Constraint> constraints,
      long seed,
      int replicates,
      Objective objective,
      OptionalLong budget,
      Settings settings) {
    this(
        space,
        catalog,
        constraints,
        seed,
        replicates,
        List.of(objective),
        budget,
        settings,
        List.of());
  }

  /** The only objective, or the first. */
  public Objective objective() {
    return objectives.get(0);
  }

  /** The name of the setting for the number of proposed cells. */
  public static final String TRIALS = "trials";

  /** The most trials that a sweep may have; larger grids are refused before they start. */
  static final long MOST_TRIALS = 1_000_000;

  /**
   * The number of cells to propose: from the settings, else from the budget, else all of a finite
   * space. It never exceeds a sweep's maximum.
   */
  public long wantedCells() {
    long most = Math.max(1, MOST_TRIALS / replicates);
    long wanted =
        settings
            .find(TRIALS)
            .map(Long::parseLong)
            .orElseGet(
                () ->
                    budget.isPresent() ? (budget.getAsLong() + replicates - 1) / replicates : most);
    boolean finite = new Coordinates(space).finite();
    return Math.min(wanted, finite ? Math.min(most, space.cells()) : most);
  }

  /** The numbers of the grid's cells that satisfy the constraints, in ascending order. */
  long[] gridCells() {
    return LongStream.range(0, space.cells())
        .filter(i -> constraints.stream().allMatch(c -> c.allows(space.cell(i))))
        .toArray();
  }

  /** Whether a cell may run; a search never proposes one that may not. */
  public boolean allows(Configuration cell) {
    return constraints.stream().allMatch(c -> c.allows(cell)) && catalog.conflicts(cell).isEmpty();
  }

  /** The trial of a cell and a replicate, proposed as number {@code index}. */
  public Trial trial(int index, Configuration cell, int replicate) {
    return Trial.of(index, cell, replicate, seed);
  }
}
