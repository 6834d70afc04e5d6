package org.attune.sweeps.search;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Setting;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.space.Dimension;

/**
 * Population-based training (Jaderberg et al., "Population Based Training of Neural Networks",
 * 2017, algorithm 1): a population trains in parallel, in turns. After a turn, each member is
 * ranked among the members that have reached that turn. A member in the worst fifth is replaced by
 * one of the best fifth (exploit): it resumes from that one's checkpoint with slightly changed
 * values (explore). The other members resume unchanged. So values change during a training, which
 * no search over whole trainings can find.
 *
 * <p>Each turn of a member is a trial. Its origin is the trial that it resumes, and its training
 * ends at its share of the cell's steps. The trial's configuration also has the steps of the whole
 * training, which schedules follow; so a member that changes nothing trains as an uncut training
 * does. No member takes a cell that trains more steps at a time than a turn has. A turn ranks among
 * the worst if it failed, was stopped, or has a NaN or infinite objective. No turn resumes such a
 * trial: it has no checkpoint of its last step. Members do not wait for each other: a member is
 * ranked among those observed so far.
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
          new Domain.Text("[a-z][a-z0-9.-]*", "the key of a parameter, such as train.steps"),
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

  /** The parameter of a model's training that says how long the whole is, besides its part. */
  private static final String WHOLE = "train.schedule-steps";

  /** The worst share and the best share of the population; at least one member each. */
  private static final double SHARE = 0.2;

  /** The largest move of a value to either side, on its axis scaled to 0..1. */
  private static final double STRIDE = 0.1;

  /** How often a value is redrawn instead of moved. */
  private static final double RESAMPLED = 0.1;

  private static final int MOST_DRAWS = 1_000;

  private final SearchProblem problem;
  private final Coordinates coordinates;
  private final SobolPoints sobol;
  private final int population;
  private final int turns;
  private final String steps;
  private final boolean partsKnowTheWhole;
  private final Map<String, Turn> out = new HashMap<>();
  private final List<List<Turn>> told = new ArrayList<>(); // by turn; the best first
  private final Map<String, Turn> ended = new HashMap<>(); // by trial
  private final Deque<Turn> waiting = new ArrayDeque<>();
  private final NavigableMap<Integer, Integer> behind = new TreeMap<>(); // members not past a turn
  private int begun;
  private int proposed;
  private Optional<Trial> recalled = Optional.empty(); // the next proposal, from a journal

  /** One member's turn; the loss is NaN for a bad turn. */
  private static final class Turn {
    final double[] point;
    final int number;
    final Trial trial;
    final long endsAt;
    final Set<Configuration> goneOn = new HashSet<>();
    double loss = Double.NaN;
    int order; // of ends in its turn

    static final Comparator<Turn> ORDER = // puts NaN last
        Comparator.comparingDouble((Turn turn) -> turn.loss).thenComparingInt(turn -> turn.order);

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
    this.population = problem.count(POPULATION);
    this.turns = problem.count(TURNS);
    this.steps = problem.settings().text(STEPS.name());
    this.partsKnowTheWhole =
        steps.equals(STEPS.standard().orElseThrow())
            && problem.catalog().tree().parameter(WHOLE).isPresent();
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

  @Override
  public Optional<String> conflict() {
    for (int i = 0; i < population; i++) {
      Configuration cell = coordinates.cell(coordinates.at(sobol.point(i)));
      if (!eachTurnHasAStep(cell)) {
        long all = cell.integer(steps);
        long stride = stride(cell);
        return Optional.of(
            "turns: %d leaves turns without a step: a training has %s %d%s; give %s"
                .formatted(
                    turns,
                    steps,
                    all,
                    stride > 1 ? " and goes on by %d at a time".formatted(stride) : "",
                    all < 2 * stride
                        ? "%s %d or more".formatted(steps, turns * stride)
                        : "turns: %d or fewer".formatted(all / stride)));
      }
    }
    return Optional.empty();
  }

  private boolean eachTurnHasAStep(Configuration cell) {
    return cell.integer(steps) >= turns * stride(cell);
  }

  private long stride(Configuration cell) {
    return partsKnowTheWhole ? problem.catalog().stride(cell) : 1;
  }

  /** A turn's checkpoint may be resumed until every member has passed that turn. */
  @Override
  public boolean mayCarryOn(Trial.Origin checkpoint) {
    Turn turn = ended.get(checkpoint.trialId());
    if (turn == null) {
      return true; // it has not been observed yet
    }
    return turn.number + 1 < turns
        && !Double.isNaN(turn.loss)
        && (begun < population || !behind.isEmpty() && behind.firstKey() <= turn.number);
  }

  private void moves(int turn, int members) {
    behind.merge(turn, members, Integer::sum);
    behind.remove(turn, 0);
  }

  /**
   * Notes a journalled proposal: if it was made by a version whose parts did not know the whole,
   * the next {@link #ask} makes it as that version did. It recalls none itself.
   */
  @Override
  public boolean recall(Trial proposed) {
    recalled = Optional.of(proposed);
    return false;
  }

  @Override
  public Proposal ask() {
    Proposal next = next();
    if (next instanceof Proposal.Run) {
      recalled = Optional.empty();
    }
    return next;
  }

  private Proposal next() {
    SplittableRandom random = new SplittableRandom(Trial.seed(~problem.seed(), proposed));
    if (!waiting.isEmpty()) {
      Turn last = waiting.remove();
      moves(last.number, -1);
      return next(last, random);
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
      Configuration cell = coordinates.cell(point);
      if (problem.allows(cell) && eachTurnHasAStep(cell)) {
        return Optional.of(point);
      }
      point = coordinates.sample(random);
    }
    return Optional.empty();
  }

  /** The turn after one that has ended: it resumes the same training, or a better one. */
  private Proposal next(Turn last, SplittableRandom random) {
    List<Turn> ranked = told.get(last.number);
    int part = Math.max(1, (int) (SHARE * ranked.size()));
    boolean good = !Double.isNaN(last.loss);
    boolean worst =
        ranked.size() > 1
            && Collections.binarySearch(ranked, last, Turn.ORDER) >= ranked.size() - part;
    List<Turn> best =
        ranked.subList(0, part).stream().filter(turn -> !Double.isNaN(turn.loss)).toList();
    if (good && (!worst || best.isEmpty())) {
      return propose(last.point, last.number + 1, Optional.of(last));
    }
    if (best.isEmpty()) { // no checkpoint is worth resuming: start a new training
      return propose(first(random).orElse(last.point), last.number + 1, Optional.empty());
    }
    Turn from = best.get(random.nextInt(best.size()));
    return propose(explored(from, random), last.number + 1, Optional.of(from));
  }

  /**
   * A point near a turn's point whose cell is allowed and that no member has already resumed from
   * there, since it would train to identical digits. Returns the turn's own point if none is found.
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
      if (problem.allows(cell) && eachTurnHasAStep(cell) && !from.goneOn.contains(cell)) {
        return moved;
      }
    }
    return point;
  }

  private Proposal propose(double[] point, int turn, Optional<Turn> from) {
    Configuration cell = coordinates.cell(point);
    from.ifPresent(parent -> parent.goneOn.add(cell));
    boolean cut = partsKnowTheWhole && turn + 1 < turns;
    Trial now = part(cell, turn, from, cut);
    Trial trial =
        recalled.isEmpty() || recalled.get().equals(now)
            ? now
            : recalled.filter(part(cell, turn, from, false)::equals).orElse(now);
    proposed++;
    out.put(trial.id(), new Turn(point, turn, trial, trial.configuration().integer(steps)));
    moves(turn, 1);
    return new Proposal.Run(trial);
  }

  /**
   * A turn of a member.
   *
   * @param cut whether the turn knows the whole training and ends where that has a result
   */
  private Trial part(Configuration cell, int turn, Optional<Turn> from, boolean cut) {
    long all = cell.integer(steps);
    Map<String, String> values = new TreeMap<>(cell.values());
    values.put(steps, Long.toString(end(cell, turn, from, cut)));
    if (cut) {
      values.putIfAbsent(WHOLE, Long.toString(all));
    }
    Trial fresh = problem.trial(proposed, new Configuration(values), 0);
    return from.map(parent -> fresh.from(new Trial.Origin(parent.trial.id(), parent.endsAt)))
        .orElseGet(fresh::apart);
  }

  /** The step at which a turn ends: its share, or the nearest that the training reaches. */
  private long end(Configuration cell, int turn, Optional<Turn> from, boolean cut) {
    long all = cell.integer(steps);
    double share = (double) all * (turn + 1) / turns;
    long stride = cut ? stride(cell) : 1;
    long begun = from.map(parent -> parent.endsAt).orElse(1L);
    long end = Math.min(all, Math.max(1, Math.round(share / stride)) * stride);
    return Math.max(begun, end);
  }

  @Override
  public void tell(Observation observation) {
    Turn turn = out.remove(observation.trial().id());
    if (turn == null) {
      return; // observed again
    }
    double value = observation.value().orElse(Double.NaN);
    boolean usable =
        Double.isFinite(value) && observation.outcome() == Observation.Outcome.FINISHED;
    turn.loss = usable ? problem.objective().loss(value) : Double.NaN;
    List<Turn> ranked = told.get(turn.number);
    turn.order = ranked.size();
    ranked.add(-1 - Collections.binarySearch(ranked, turn, Turn.ORDER), turn);
    ended.put(turn.trial.id(), turn);
    if (turn.number + 1 < turns) {
      waiting.add(turn);
    } else {
      moves(turn.number, -1);
    }
  }
}
