package org.attune.sweeps.search;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Queue;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Judge;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.claim.SealedSplit;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.claim.Tuning.Widening;
import org.attune.sweeps.statistics.Looks;

/**
 * Runs every cell of a grid on as many seeds as the first look needs. After that, only cells of
 * undecided claims get further seeds, look by look. Tuned arms come first: each of their settings
 * runs on its tuning seeds, more settings follow while a best value lies at the edge of those tried
 * ({@link Widening}), and only the best setting then gets fresh seeds.
 *
 * <p>It looks only when all trials of a round have ended. So results alone decide which trials run,
 * whatever the slots and the order in which trials end. A resumed sweep decides like an
 * uninterrupted one. {@link Looks} and {@link Judge} keep the verdicts valid under repeated looks.
 */
public final class SeedsUntilDecided implements Search {

  private final SearchProblem problem;
  private final List<Claim> claims;
  private final double level;
  private final Looks looks;
  private final Set<Configuration> settings; // of tuned arms
  private final List<Widening> first;
  private final long most; // trials

  /** The number of fresh seeds proposed so far, by cell. */
  private final Map<Configuration, Integer> seeds = new LinkedHashMap<>();

  /** The metrics of each replicate that has ended, by cell; none unless it finished. */
  private final Map<Configuration, Map<Integer, Map<String, Double>>> ended = new HashMap<>();

  /** The replicates of this round that have not ended, by cell. */
  private final Map<Configuration, Set<Integer>> open = new HashMap<>();

  private final Queue<Trial> queue = new ArrayDeque<>(); // those of them not yet proposed
  private int proposed; // trials, with those in the queue
  private boolean done;

  /**
   * Creates a search over all cells of the problem's space; ignores the problem's {@code
   * replicates}.
   *
   * @param level that the claims share
   */
  public SeedsUntilDecided(SearchProblem problem, List<Claim> claims, double level, Looks looks) {
    this.problem = problem;
    this.claims = List.copyOf(claims);
    this.level = level;
    this.looks = looks;
    this.settings = new HashSet<>();
    arms().forEach(arm -> settings.addAll(arm.settings()));
    this.first = arms().flatMap(arm -> arm.widening().stream()).distinct().toList();
    this.most = most();
  }

  /**
   * At most, a tuned arm tunes, and each cell of a claim runs to the last look. All other cells of
   * the grid run to the first.
   */
  private long most() {
    long cells =
        LongStream.range(0, problem.space().cells())
            .filter(i -> runs(problem.space().cell(i)))
            .count();
    long judged = untuned().filter(cell -> !settings.contains(cell)).count();
    return arms().mapToLong(Tuning::trials).sum()
        + (arms().count() + untuned().count()) * looks.last()
        + (cells - judged) * looks.seeds().get(0);
  }

  private Stream<Measure> measures() {
    return claims.stream().flatMap(claim -> claim.measures().stream());
  }

  /** The distinct tuned arms, with those of null cells. */
  private Stream<Tuning> arms() {
    return claims.stream()
        .flatMap(Claim::tuned)
        .flatMap(measure -> measure.tuning().stream())
        .distinct();
  }

  /** The distinct cells that a claim uses untuned. */
  private Stream<Configuration> untuned() {
    return measures().filter(measure -> measure.tuning().isEmpty()).map(Measure::cell).distinct();
  }

  @Override
  public long trials() {
    return done ? proposed : most;
  }

  @Override
  public Proposal ask() {
    if (queue.isEmpty() && !done) {
      if (!open.isEmpty()) {
        return Proposal.LATER;
      }
      nextRound();
      done = queue.isEmpty();
    }
    return queue.isEmpty() ? Proposal.DONE : new Proposal.Run(queue.remove());
  }

  private void nextRound() {
    Map<Configuration, Integer> wanted = new LinkedHashMap<>();
    if (seeds.isEmpty()) {
      arms().map(arm -> arm.tried(new Ended())).forEach(this::tune);
      if (!queue.isEmpty()) {
        return;
      }
      Set<Configuration> judged = new HashSet<>();
      claims.forEach(claim -> judged.addAll(claim.cells(new Ended())));
      arms().forEach(arm -> arm.chosen(new Ended()).ifPresent(judged::add));
      for (long i = 0; i < problem.space().cells(); i++) {
        Configuration cell = problem.space().cell(i);
        if (problem.allows(cell) && (runs(cell) || judged.contains(cell))) {
          wanted.put(cell, looks.seeds().get(0));
        }
      }
    } else {
      wanted.putAll(Judge.wanted(claims, level, looks, new Ended(), seeds));
    }
    propose(wanted);
  }

  /** Whether a cell runs whatever results say: no arm tunes it, and it lies where tuning begins. */
  private boolean runs(Configuration cell) {
    return !settings.contains(cell) && first.stream().allMatch(widening -> widening.begins(cell));
  }

  private void tune(Tuning arm) {
    for (int k = 0; k < arm.seeds(); k++) {
      for (Configuration setting : arm.settings()) {
        propose(setting, Tuning.FIRST_SEED + k);
      }
    }
  }

  /** Proposes all cells once before any cell runs its next seed. */
  private void propose(Map<Configuration, Integer> wanted) {
    int most = wanted.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    for (int replicate = 0; replicate < most; replicate++) {
      for (Configuration cell : wanted.keySet()) {
        if (replicate >= seeds.getOrDefault(cell, 0) && replicate < wanted.get(cell)) {
          propose(cell, replicate);
        }
      }
    }
    seeds.putAll(wanted);
  }

  private void propose(Configuration cell, int replicate) {
    if (!ended.getOrDefault(cell, Map.of()).containsKey(replicate)
        && open.computeIfAbsent(cell, c -> new HashSet<>()).add(replicate)) {
      queue.add(problem.trial(proposed++, cell, replicate));
    }
  }

  /**
   * The trials of each cell: at the most, or if every arm's best value lies within those tried
   * first and the first look decides every claim. Any setting of a tuned arm may be chosen, so all
   * of them share the arm's fresh seeds.
   */
  public Map<Configuration, Double> trialsByCell(boolean most) {
    int first = looks.seeds().get(0);
    double fresh = most ? looks.last() : first;
    Map<Configuration, Double> trials = new LinkedHashMap<>();
    arms()
        .map(arm -> most ? arm : arm.first())
        .forEach(
            arm -> {
              double each = arm.seeds() + fresh / arm.settings().size();
              arm.settings().forEach(setting -> trials.merge(setting, each, Double::sum));
            });
    untuned().forEach(cell -> trials.merge(cell, fresh, Double::sum));
    for (long i = 0; i < problem.space().cells(); i++) {
      Configuration cell = problem.space().cell(i);
      if (problem.allows(cell) && runs(cell)) {
        trials.putIfAbsent(cell, (double) first);
      }
    }
    return trials;
  }

  @Override
  public void tell(Observation observation) {
    Trial trial = observation.trial();
    boolean counts = observation.outcome() == Observation.Outcome.FINISHED;
    ended
        .computeIfAbsent(trial.configuration(), cell -> new HashMap<>())
        .put(trial.replicate(), counts ? observation.metrics() : Map.of());
    open.computeIfPresent(
        trial.configuration(),
        (cell, replicates) -> {
          replicates.remove(trial.replicate());
          return replicates.isEmpty() ? null : replicates;
        });
  }

  /** The observations so far, in the form that claims query. */
  private final class Ended implements Outcomes {

    @Override
    public int ended(Configuration cell) {
      Map<Integer, Map<String, Double>> byReplicate = ended.getOrDefault(cell, Map.of());
      int first = 0;
      while (byReplicate.containsKey(first)) {
        first++;
      }
      return first;
    }

    @Override
    public boolean ended(Configuration cell, int replicate) {
      return ended.getOrDefault(cell, Map.of()).containsKey(replicate);
    }

    @Override
    public OptionalDouble value(Configuration cell, int replicate, String metric) {
      Double value = ended.get(cell).get(replicate).get(metric);
      return value == null || !Double.isFinite(value)
          ? OptionalDouble.empty()
          : OptionalDouble.of(value);
    }

    @Override
    public boolean reports(Configuration cell, String metric) {
      Collection<Map<String, Double>> measured = ended.getOrDefault(cell, Map.of()).values();
      return measured.stream().allMatch(Map::isEmpty)
          || measured.stream().anyMatch(metrics -> metrics.containsKey(metric));
    }

    @Override
    public OptionalDouble sealed(Configuration cell, int replicate, String metric) {
      return value(cell, replicate, SealedSplit.name(metric));
    }
  }
}
