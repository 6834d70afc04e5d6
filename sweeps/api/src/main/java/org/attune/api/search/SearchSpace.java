package org.attune.api.search;

import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Settings;

/**
 * The cells that a sweep's search may propose, and what the sweep file says about the search.
 *
 * <p>A cell is a point with one coordinate per dimension, or for a space without intervals also a
 * number. Attune implements this interface; an {@link OwnSearch} receives it:
 *
 * <pre>{@code
 * Optional<Trial> random(SearchSpace space, int index, int draws) {
 *   SplittableRandom random = new SplittableRandom(space.seed() + index);
 *   for (int i = 0; i < draws; i++) {
 *     double[] fractions = random.doubles(space.dimensions()).toArray();
 *     Configuration cell = space.cell(fractions);
 *     if (space.allows(cell)) {
 *       return Optional.of(space.trial(index, cell, 0));
 *     }
 *   }
 *   return Optional.empty();
 * }
 * }</pre>
 */
public interface SearchSpace {

  /** The number of dimensions: one per swept key, and one per swept key within an option. */
  int dimensions();

  /**
   * The cell at a point.
   *
   * @param fractions one per dimension, from 0 (included) to 1 (excluded): how far along the
   *     interval or the list of values the cell lies. A dimension that does not apply, as one of an
   *     option that is not chosen, ignores its fraction
   * @throws IllegalArgumentException if there are more or fewer fractions than dimensions, or one
   *     is outside [0, 1)
   */
  Configuration cell(double[] fractions);

  /** A cell at random: in each axis all values are equally likely. */
  Configuration sample(SplittableRandom random);

  /** Whether the space has finitely many cells: no axis has an interval. */
  boolean finite();

  /**
   * The number of a finite space's cells; {@link Long#MAX_VALUE} if it does not fit.
   *
   * @throws IllegalArgumentException if the space is not {@link #finite}
   */
  long cells();

  /**
   * A cell of a finite space by its number, from 0; the last axis varies fastest.
   *
   * @throws IllegalArgumentException if the space is not {@link #finite}
   */
  Configuration cell(long number);

  /** Whether a cell meets the constraints and is consistent. A search proposes no other cell. */
  boolean allows(Configuration cell);

  /** The trial of a cell and a replicate (from 0), proposed as number {@code index} (from 0). */
  Trial trial(int index, Configuration cell, int replicate);

  /**
   * The cells of the file's section {@code try-first}: a search proposes them before all others.
   */
  List<Configuration> first();

  /** The seed of the sweep: a search derives all random numbers from it. */
  long seed();

  /** The seeds per cell, at least 1. */
  int replicates();

  /** What ranks trials: one objective, or several for a method that supports several. */
  List<Objective> objectives();

  /** The most trials that the sweep runs, counting replicates; empty if it has no such limit. */
  OptionalLong budget();

  /**
   * The number of cells to propose: the setting {@code trials} if the method has it and the file
   * gives it, else what the budget allows, else all of a finite space; at most the most trials that
   * a sweep may have.
   */
  long wantedCells();

  /** The values of the method's settings. */
  Settings settings();
}
