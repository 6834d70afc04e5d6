package org.attune.sweeps.search;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.catalog.Settings;
import org.attune.sweeps.constraint.Constraint;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.space.Space;

/**
 * What a search is to do.
 *
 * @param space the cells
 * @param catalog says which cells make no sense
 * @param constraints what every cell keeps to
 * @param seed of the sweep: all that is random follows from it
 * @param replicates seeds per cell, at least 1
 * @param objectives what makes one trial better than another, at least one; methods for one go by
 *     the first
 * @param budget the most trials that will be run, replicates counted, where there is a limit
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

  /** A problem with one objective, without cells to begin with. */
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

  /** The name of the setting that says how many cells are proposed. */
  public static final String TRIALS = "trials";

  /** The most trials that a sweep may have; larger grids are refused before they are begun. */
  static final long MOST_TRIALS = 1_000_000;

  /**
   * How many cells are to be proposed: what the settings say, else what the budget allows for, else
   * all of a finite space, and in any case no more than a sweep may have.
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

  /** The numbers of the grid's cells that keep to the constraints, in rising order. */
  long[] gridCells() {
    return LongStream.range(0, space.cells())
        .filter(i -> constraints.stream().allMatch(c -> c.allows(space.cell(i))))
        .toArray();
  }

  /** Whether a cell may be run; one that may not is never proposed. */
  public boolean allows(Configuration cell) {
    return constraints.stream().allMatch(c -> c.allows(cell)) && catalog.conflicts(cell).isEmpty();
  }

  /** The trial of a cell and a replicate, the {@code index}-th to be proposed. */
  public Trial trial(int index, Configuration cell, int replicate) {
    return Trial.of(index, cell, replicate, seed);
  }
}
