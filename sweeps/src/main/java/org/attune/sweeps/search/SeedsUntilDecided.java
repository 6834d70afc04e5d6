package org.attune.sweeps.search;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Queue;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Judge;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.statistics.Looks;

/**
 * Every cell of a grid with as many seeds as the first look asks for, and from then on further
 * seeds only for the cells of claims that are open, look by look.
 *
 * <p>It looks when all trials of a round have ended, never between: so which trials are run follows
 * from results alone, whatever the slots and the order in which trials end, and a resumed sweep
 * decides as one that was not interrupted. That the verdicts hold although they were looked at
 * several times is {@link Looks}' and {@link Judge}'s.
 */
public final class SeedsUntilDecided implements Search {

  private final SearchProblem problem;
  private final List<Claim> claims;
  private final Looks looks;
  private final Map<Configuration, Integer> seeds = new LinkedHashMap<>();
  private final Map<Configuration, Map<Integer, Map<String, Double>>> ended = new HashMap<>();
  private final Queue<Trial> queue = new ArrayDeque<>();
  private int proposed;
  private int told;
  private boolean done;

  /** A search over all cells of the problem's space; its {@code replicates} are not used. */
  public SeedsUntilDecided(SearchProblem problem, List<Claim> claims, Looks looks) {
    this.problem = problem;
    this.claims = List.copyOf(claims);
    this.looks = looks;
  }

  @Override
  public long trials() {
    if (done) {
      return proposed;
    }
    long cells = problem.space().cells();
    long decided = claims.stream().flatMap(claim -> claim.cells().stream()).distinct().count();
    return decided * looks.last() + (cells - decided) * looks.seeds().get(0);
  }

  @Override
  public Proposal ask() {
    if (queue.isEmpty() && !done) {
      if (told < proposed) {
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
      for (long i = 0; i < problem.space().cells(); i++) {
        Configuration cell = problem.space().cell(i);
        if (problem.allows(cell)) {
          wanted.put(cell, looks.seeds().get(0));
        }
      }
    } else {
      wanted.putAll(Judge.wanted(claims, looks, new Ended(), seeds));
    }
    propose(wanted);
  }

  /** All cells once before any is run again for its next seed. */
  private void propose(Map<Configuration, Integer> wanted) {
    int most = wanted.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    for (int replicate = 0; replicate < most; replicate++) {
      for (Configuration cell : List.copyOf(wanted.keySet())) {
        if (replicate >= seeds.getOrDefault(cell, 0) && replicate < wanted.get(cell)) {
          queue.add(problem.trial(proposed++, cell, replicate));
        }
      }
    }
    seeds.putAll(wanted);
  }

  @Override
  public void tell(Observation observation) {
    Trial trial = observation.trial();
    boolean counts = observation.outcome() == Observation.Outcome.FINISHED;
    Map<String, Double> before =
        ended
            .computeIfAbsent(trial.configuration(), cell -> new HashMap<>())
            .put(trial.replicate(), counts ? observation.metrics() : Map.of());
    told += before == null ? 1 : 0;
  }

  /** What it was told so far, as claims ask for it. */
  private final class Ended implements Outcomes {

    @Override
    public int ended(Configuration cell) {
      Map<Integer, Map<String, Double>> of = ended.getOrDefault(cell, Map.of());
      int first = 0;
      while (of.containsKey(first)) {
        first++;
      }
      return first;
    }

    @Override
    public OptionalDouble value(Configuration cell, int replicate, String metric) {
      Double value = ended.get(cell).get(replicate).get(metric);
      return value == null || !Double.isFinite(value)
          ? OptionalDouble.empty()
          : OptionalDouble.of(value);
    }
  }
}
