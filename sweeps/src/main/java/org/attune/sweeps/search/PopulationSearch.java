package org.attune.sweeps.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.catalog.Domain;
import org.attune.sweeps.catalog.Setting;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.space.Dimension;

/**
 * Population-based training (Jaderberg et al., "Population Based Training of Neural Networks",
 * 2017, algorithm 1): a population trains side by side, in turns. After a turn, a member that is
 * among the worst fifth of those that have come as far is given up for one of the best fifth
 * (exploit), whose training is carried on from its checkpoint with the values moved a little
 * (explore); the others are carried on as they are. So values change while a model trains, which no
 * search over whole trainings can find.
 *
 * <p>Each turn of a member is a trial, whose origin is the trial that it carries on and whose
 * training ends at its share of the cell's steps. A turn that failed or was stopped is among the
 * worst, and so is one whose objective is NaN or infinite. No turn carries such a one on: it has no
 * checkpoint of its last step. Members do not wait for each other: one is judged among those that
 * have been told of by then.
 */
final class PopulationSearch implements Search {

  private static final Setting POPULATION =
      Setting.standard(
          "population",
          new Domain.IntegerRange(2, 10_000),
          "10",
          "members that train side by side");
  private static final Setting TURNS =
      Setting.standard(
          "turns", new Domain.IntegerRange(2, 10_000), "10", "parts that a training is cut into");
  private static final Setting STEPS =
      Setting.standard(
          "steps",
          new Domain.Text("[a-z][a-z0-9.-]*", "the key of a parameter"),
          "train.steps",
          "the parameter that says how long a training is");

  static final SearchMethod METHOD =
      new SearchMethod(
          "population",
          "population-based training: the worst carry on the best's training with other values",
          "Jaderberg et al. 2017",
          List.of(POPULATION, TURNS, STEPS),
          false,
          PopulationSearch::new);

  /** The worst and the best so large a part of the population, at least one. */
  private static final double SHARE = 0.2;

  /** How far a value moves, on its axis' way from 0 to 1, to either side. */
  private static final double STRIDE = 0.1;

  /** How often a value is drawn anew instead of moved. */
  private static final double RESAMPLED = 0.1;

  private static final int MOST_DRAWS = 1_000;

  private final SearchProblem problem;
  private final Coordinates coordinates;
  private final SobolPoints sobol;
  private final int population;
  private final int turns;
  private final String steps;
  private final Map<String, Turn> out = new HashMap<>();
  private final List<List<Turn>> told = new ArrayList<>();
  private final List<Turn> waiting = new ArrayList<>();
  private int begun;
  private int proposed;

  /** One member's turn; the loss is NaN for what is bad. */
  private static final class Turn {
    final double[] point;
    final int number;
    final Trial trial;
    final long endsAt;
    final Set<Configuration> goneOn = new HashSet<>();
    double loss = Double.NaN;

    Turn(double[] point, int number, Trial trial, long endsAt) {
      this.point = point;
      this.number = number;
      this.trial = trial;
      this.endsAt = endsAt;
    }
  }

  private PopulationSearch(SearchProblem problem) {
    this.problem = problem;
    this.coordinates = new Coordinates(problem.space());
    this.sobol = new SobolPoints(coordinates.dimensions().size(), problem.seed());
    this.population = Math.toIntExact(problem.settings().integer(POPULATION.name()));
    this.turns = Math.toIntExact(problem.settings().integer(TURNS.name()));
    this.steps = problem.settings().text(STEPS.name());
    for (int i = 0; i < turns; i++) {
      told.add(new ArrayList<>());
    }
  }

  @Override
  public String note() {
    return "%d members, %d turns each".formatted(population, turns);
  }

  @Override
  public long trials() {
    return (long) population * turns;
  }

  @Override
  public boolean carriesOn() {
    return true;
  }

  @Override
  public Optional<String> cutBy() {
    return Optional.of(steps);
  }

  /** A turn's state may be carried on until every member has gone past it. */
  @Override
  public boolean mayCarryOn(Trial.Origin checkpoint) {
    for (int turn = 0; turn < turns; turn++) {
      for (Turn one : told.get(turn)) {
        if (one.trial.id().equals(checkpoint.trialId())) {
          int at = turn;
          return turn + 1 < turns
              && !Double.isNaN(one.loss)
              && (begun < population
                  || waiting.stream().anyMatch(w -> w.number <= at)
                  || out.values().stream().anyMatch(o -> o.number <= at));
        }
      }
    }
    return true; // it has not been told of
  }

  @Override
  public Proposal ask() {
    SplittableRandom random = new SplittableRandom(Trial.seed(~problem.seed(), proposed));
    if (!waiting.isEmpty()) {
      return next(waiting.remove(0), random);
    }
    if (begun < population) {
      Optional<double[]> point = first(random);
      begun = point.isPresent() ? begun + 1 : population;
      if (point.isPresent()) {
        return propose(point.get(), 0, Optional.empty());
      }
    }
    return out.isEmpty() ? Proposal.DONE : Proposal.LATER;
  }

  private Optional<double[]> first(SplittableRandom random) {
    double[] point =
        begun < problem.first().size()
            ? coordinates.point(problem.first().get(begun)).orElseThrow()
            : coordinates.at(sobol.point(begun));
    for (int i = 0; i < MOST_DRAWS; i++) {
      if (problem.allows(coordinates.cell(point))) {
        return Optional.of(point);
      }
      point = coordinates.sample(random);
    }
    return Optional.empty();
  }

  /** The turn after one that has ended: of the same training, or of a better one's. */
  private Proposal next(Turn last, SplittableRandom random) {
    List<Turn> ranked =
        told.get(last.number).stream()
            .sorted(Comparator.comparingDouble((Turn turn) -> turn.loss))
            .toList();
    int part = Math.max(1, (int) (SHARE * ranked.size()));
    boolean good = !Double.isNaN(last.loss);
    boolean worst =
        ranked.size() > 1 && ranked.subList(ranked.size() - part, ranked.size()).contains(last);
    List<Turn> best =
        ranked.subList(0, part).stream().filter(turn -> !Double.isNaN(turn.loss)).toList();
    if (good && (!worst || best.isEmpty())) {
      return propose(last.point, last.number + 1, Optional.of(last));
    }
    if (best.isEmpty()) { // nothing is worth carrying on: another begins from the beginning
      return propose(first(random).orElse(last.point), last.number + 1, Optional.empty());
    }
    Turn from = best.get(random.nextInt(best.size()));
    return propose(explored(from, random), last.number + 1, Optional.of(from));
  }

  /**
   * A point near a turn's whose cell is allowed, and that no member has gone on to from there: it
   * would train to the same digits. The same point where none is found.
   */
  private double[] explored(Turn from, SplittableRandom random) {
    double[] point = from.point;
    from.goneOn.add(coordinates.cell(point)); // its own member's
    for (int i = 0; i < MOST_DRAWS; i++) {
      double[] fresh = coordinates.sample(random);
      double[] moved = point.clone();
      for (int d = 0; d < moved.length; d++) {
        Dimension dimension = coordinates.dimensions().get(d);
        if (!coordinates.applies(d, moved)) {
          moved[d] = Double.NaN;
        } else if (Double.isNaN(moved[d]) || random.nextDouble() < RESAMPLED) {
          moved[d] = Double.isNaN(fresh[d]) ? dimension.at(random.nextDouble()) : fresh[d];
        } else if (dimension.ordered()) {
          double side = random.nextBoolean() ? STRIDE : -STRIDE;
          moved[d] = dimension.nearest(dimension.position(moved[d]) + side);
        }
      }
      Configuration cell = coordinates.cell(moved);
      if (problem.allows(cell) && !from.goneOn.contains(cell)) {
        return moved;
      }
    }
    return point;
  }

  private Proposal propose(double[] point, int turn, Optional<Turn> from) {
    Configuration cell = coordinates.cell(point);
    from.ifPresent(of -> of.goneOn.add(cell));
    long all = cell.integer(steps);
    long endsAt = Math.max(1, Math.round((double) all * (turn + 1) / turns));
    Map<String, String> values = new TreeMap<>(cell.values());
    values.put(steps, Long.toString(endsAt));
    Trial fresh = problem.trial(proposed++, Configuration.recorded(values), 0);
    Trial trial =
        from.map(of -> fresh.from(new Trial.Origin(of.trial.id(), of.endsAt)))
            .orElseGet(fresh::apart);
    out.put(trial.id(), new Turn(point, turn, trial, endsAt));
    return new Proposal.Run(trial);
  }

  @Override
  public void tell(Observation observation) {
    Turn turn = out.remove(observation.trial().id());
    if (turn == null) {
      return; // told again
    }
    double value = observation.value().orElse(Double.NaN);
    boolean usable =
        Double.isFinite(value) && observation.outcome() == Observation.Outcome.FINISHED;
    double loss = problem.objective().goal() == Objective.Goal.MINIMIZE ? value : -value;
    turn.loss = usable ? loss : Double.NaN;
    told.get(turn.number).add(turn);
    if (turn.number + 1 < turns) {
      waiting.add(turn);
    }
  }
}
