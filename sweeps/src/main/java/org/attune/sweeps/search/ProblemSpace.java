package org.attune.sweeps.search;

import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Settings;
import org.attune.api.search.Objective;
import org.attune.api.search.SearchSpace;
import org.attune.api.search.Trial;
import org.attune.sweeps.space.Coordinates;

/** A {@link SearchProblem} as search methods from jars see it. */
final class ProblemSpace implements SearchSpace {

  private final SearchProblem problem;
  private final Coordinates coordinates;

  ProblemSpace(SearchProblem problem) {
    this.problem = problem;
    this.coordinates = new Coordinates(problem.space());
  }

  @Override
  public int dimensions() {
    return coordinates.dimensions().size();
  }

  @Override
  public Configuration cell(double[] fractions) {
    if (fractions.length != dimensions()) {
      throw new IllegalArgumentException(
          "Cannot make a cell of %d fractions: the space has %d dimensions"
              .formatted(fractions.length, dimensions()));
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
    return problem.space().sample(random);
  }

  @Override
  public boolean finite() {
    return coordinates.finite();
  }

  @Override
  public long cells() {
    return problem.space().cells();
  }

  @Override
  public Configuration cell(long number) {
    return problem.space().cell(number);
  }

  @Override
  public boolean allows(Configuration cell) {
    return problem.allows(cell);
  }

  @Override
  public Trial trial(int index, Configuration cell, int replicate) {
    return problem.trial(index, cell, replicate);
  }

  @Override
  public List<Configuration> first() {
    return problem.first();
  }

  @Override
  public long seed() {
    return problem.seed();
  }

  @Override
  public int replicates() {
    return problem.replicates();
  }

  @Override
  public List<Objective> objectives() {
    return problem.objectives();
  }

  @Override
  public OptionalLong budget() {
    return problem.budget();
  }

  @Override
  public long wantedCells() {
    return problem.wantedCells();
  }

  @Override
  public Settings settings() {
    return problem.settings();
  }
}
