package org.attune.sweeps.search;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter.Option;
import org.attune.api.catalog.Setting;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.space.Coordinates;

/**
 * A search whose cells come from a {@link Suggester}, without duplicates or conflicting cells. Each
 * cell runs for all replicates, or for as many as it merits. The search ends at the wanted number
 * of cells, or when no cell is left.
 *
 * <p>The random numbers of a suggestion derive from the sweep's seed and the suggestion's number.
 */
final class SuggestedSearch implements Search {

  /** The number of cells; the default is the budget's trials. */
  static final Setting TRIALS =
      Setting.optional(
          SearchProblem.TRIALS,
          new Domain.IntegerRange(1, 1_000_000),
          "cells proposed, replicates not counted; as many as budget: {trials: n} has where"
              + " absent");

  /** Chooses the cells that run on further seeds. */
  static final Setting SEEDS =
      Setting.standard(
          SearchMethod.SEEDS,
          List.of(
              Option.of("every-cell", "each cell is run for all replicates", ""),
              Option.of(
                  SearchMethod.PROMISING,
                  "a cell's next replicate is run when it is in the best third of its round",
                  "Karnin et al. 2013, Li et al. 2020")),
          "which cells are run for all replicates");

  private static final int MOST_DRAWS = 1_000;
  private static final int MOST_COUNTED = 100_000;

  private final SearchProblem problem;
  private final Coordinates coordinates;
  private final Suggester suggester;
  private final ReplicateRule replicates;
  private final ProposedCells cells = new ProposedCells();
  private final Map<Configuration, CellRecord> byCell = new HashMap<>();
  private String note = "";
  private long wanted;
  private int proposed;
  private long duplicates;
  private boolean firstLeft = true;
  private long searched; // cells of a small space that are known not to be left

  SuggestedSearch(SearchProblem problem, Coordinates coordinates, Suggester suggester) {
    this.problem = problem;
    this.coordinates = coordinates;
    this.suggester = suggester;
    this.replicates =
        ReplicateRule.of(
            problem.settings().find(SEEDS.name()).orElse("every-cell"),
            problem.replicates(),
            cells.all());
    this.wanted = problem.wantedCells();
  }

  /** A search whose suggester spreads its first cells by a Sobol sequence. */
  static SuggestedSearch of(
      SearchProblem problem, BiFunction<Coordinates, SobolPoints, Suggester> suggester) {
    Coordinates coordinates = new Coordinates(problem.space());
    SobolPoints sobol = new SobolPoints(coordinates.dimensions().size(), problem.seed());
    return new SuggestedSearch(problem, coordinates, suggester.apply(coordinates, sobol));
  }

  /** Sets {@link #note}. */
  SuggestedSearch saying(String sentence) {
    note = sentence;
    return this;
  }

  @Override
  public String note() {
    return note;
  }

  @Override
  public boolean thinks() {
    return suggester.thinks();
  }

  @Override
  public long duplicates() {
    return duplicates;
  }

  @Override
  public long trials() {
    return Math.max(wanted, cells.size()) * problem.replicates();
  }

  @Override
  public Proposal ask() {
    Optional<CellRecord> again = replicates.due(cells.size() >= wanted);
    if (again.isPresent()) {
      return run(again.get());
    }
    if (cells.size() < wanted) {
      Optional<CellRecord> next = next();
      if (next.isPresent()) {
        return run(next.get());
      }
      wanted = cells.size();
    }
    return replicates.mayBecomeDue() ? Proposal.LATER : Proposal.DONE;
  }

  private Proposal run(CellRecord cell) {
    int replicate = propose(cell);
    return new Proposal.Run(problem.trial(proposed++, cell.cell(), replicate));
  }

  /** Counts a cell's next replicate as proposed; returns its number. */
  private int propose(CellRecord cell) {
    if (byCell.putIfAbsent(cell.cell(), cell) == null) {
      cells.add(cell);
    }
    replicates.changes(cell);
    int replicate = cell.askNext();
    replicates.changed(cell);
    return replicate;
  }

  @Override
  public boolean recall(Trial trial) {
    CellRecord known = byCell.get(trial.configuration());
    Optional<double[]> point =
        known == null ? coordinates.point(trial.configuration()) : Optional.of(known.point());
    int replicate = known == null ? 0 : known.asked();
    if (point.isEmpty() || trial.replicate() != replicate || trial.index() != proposed) {
      return false;
    }
    if (known == null && !chosenByUser(trial.configuration())) {
      suggester.recalled(cells.told(), cells.size(), this::history);
    }
    propose(
        known == null ? new CellRecord(trial.configuration(), point.get(), cells.size()) : known);
    proposed++;
    return true;
  }

  private History history() {
    return new History(
        coordinates,
        cells,
        point -> record(point).isPresent(),
        point -> byCell.containsKey(coordinates.cell(point)));
  }

  /** The user's next cell, which no suggester chooses; empty once all have been proposed. */
  private Optional<CellRecord> firstLeft() {
    for (Configuration cell : firstLeft ? problem.first() : List.<Configuration>of()) {
      Optional<CellRecord> asked = coordinates.point(cell).flatMap(this::record);
      if (asked.isPresent()) {
        return asked;
      }
    }
    firstLeft = false; // a proposed cell stays proposed
    return Optional.empty();
  }

  private boolean chosenByUser(Configuration cell) {
    return firstLeft().map(CellRecord::cell).filter(cell::equals).isPresent();
  }

  private Optional<CellRecord> next() {
    Optional<CellRecord> chosen = firstLeft();
    if (chosen.isPresent()) {
      return chosen;
    }
    SplittableRandom random = new SplittableRandom(Trial.seed(~problem.seed(), cells.size()));
    History history = history();
    double[] suggested = suggester.suggest(history, random);
    boolean again = history.duplicates() == 0 && byCell.containsKey(coordinates.cell(suggested));
    duplicates += again ? 1 : history.duplicates();
    return record(suggested).or(() -> atRandom(random)).or(this::first);
  }

  private Optional<CellRecord> atRandom(SplittableRandom random) {
    for (int i = 0; i < MOST_DRAWS; i++) {
      Optional<CellRecord> drawn = record(coordinates.sample(random));
      if (drawn.isPresent()) {
        return drawn;
      }
    }
    return Optional.empty();
  }

  /** The first unproposed cell of a small space, for when random draws find none. */
  private Optional<CellRecord> first() {
    if (!coordinates.finite() || problem.space().cells() > MOST_COUNTED) {
      return Optional.empty();
    }
    for (; searched < problem.space().cells(); searched++) {
      Optional<CellRecord> left =
          coordinates.point(problem.space().cell(searched)).flatMap(this::record);
      if (left.isPresent()) {
        return left;
      }
    }
    return Optional.empty();
  }

  /** The record of a point's cell; empty if the cell was proposed or is inconsistent. */
  private Optional<CellRecord> record(double[] point) {
    Configuration cell = coordinates.cell(point);
    if (byCell.containsKey(cell) || !problem.allows(cell)) {
      return Optional.empty();
    }
    // A whole number's coordinate is its rounded position.
    return Optional.of(new CellRecord(cell, coordinates.point(cell).orElse(point), cells.size()));
  }

  @Override
  public void tell(Observation observation) {
    CellRecord cell = byCell.get(observation.trial().configuration());
    if (cell != null) {
      boolean first = !cell.told();
      replicates.changes(cell);
      cells.tell(cell, observation, problem.objectives());
      replicates.changed(cell);
      suggester.told(cell, first);
    }
  }
}
