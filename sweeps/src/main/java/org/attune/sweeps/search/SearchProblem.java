package org.attune.sweeps.search;

import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Setting;
import org.attune.api.catalog.Settings;
import org.attune.api.search.Objective;
import org.attune.api.search.SearchSpace;
import org.attune.api.search.Trial;
import org.attune.sweeps.constraint.Constraint;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.space.Space;

/**
 * The problem that a search solves, as methods of jars see it too.
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
    List<Configuration> first)
    implements SearchSpace {

  public SearchProblem {
    objectives = List.copyOf(objectives);
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
  @Override
  public long wantedCells() {
    long most = Math.max(1, MOST_TRIALS / replicates);
    long wanted =
        settings
            .find(TRIALS)
            .map(Long::parseLong)
            .orElseGet(
                () ->
                    budget.isPresent() ? (budget.getAsLong() + replicates - 1) / replicates : most);
    return Math.min(wanted, finite() ? Math.min(most, space.cells()) : most);
  }

  /** The value of a setting that is a small whole number. */
  int count(Setting setting) {
    return Math.toIntExact(settings.integer(setting.name()));
  }

  @Override
  public int dimensions() {
    return new Coordinates(space).dimensions().size();
  }

  @Override
  public Configuration cell(double[] fractions) {
    Coordinates coordinates = new Coordinates(space);
    if (fractions.length != coordinates.dimensions().size()) {
      throw new IllegalArgumentException(
          "Cannot make a cell of %d fractions: the space has %d dimensions"
              .formatted(fractions.length, coordinates.dimensions().size()));
    }
    for (double fraction : fractions) {
      if (!(fraction >= 0 && fraction < 1)) {
        throw new IllegalArgumentException(
            "Cannot make a cell of the fraction %s: it is from 0 to below 1".formatted(fraction));
      }
    }
    return coordinates.cell(coordinates.at(fractions));
  }

  @Override
  public Configuration sample(SplittableRandom random) {
    return space.sample(random);
  }

  @Override
  public boolean finite() {
    return new Coordinates(space).finite();
  }

  @Override
  public long cells() {
    return space.cells();
  }

  @Override
  public Configuration cell(long number) {
    return space.cell(number);
  }

  /** The numbers of the grid's cells that satisfy the constraints, in ascending order. */
  long[] gridCells() {
    return LongStream.range(0, space.cells())
        .filter(i -> constraints.stream().allMatch(c -> c.allows(space.cell(i))))
        .toArray();
  }

  /** Whether a cell may run; a search never proposes one that may not. */
  @Override
  public boolean allows(Configuration cell) {
    return constraints.stream().allMatch(c -> c.allows(cell)) && catalog.conflicts(cell).isEmpty();
  }

  /** The trial of a cell and a replicate, proposed as number {@code index}. */
  @Override
  public Trial trial(int index, Configuration cell, int replicate) {
    return Trial.of(index, cell, replicate, seed);
  }
}
