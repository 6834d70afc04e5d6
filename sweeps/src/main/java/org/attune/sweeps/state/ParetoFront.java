package org.attune.sweeps.state;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.sweeps.search.ParetoFronts;

/**
 * The cells of a sweep that no other cell dominates. A cell is represented by its means over the
 * finished seeds with all objectives; stopped trials do not count.
 *
 * @param objectives of the sweep
 * @param members sorted by the first objective, the best first
 * @param cells number of cells with a result for all objectives
 */
public record ParetoFront(List<Objective> objectives, List<Member> members, int cells) {

  /**
   * A cell of the front.
   *
   * @param summaries one for each objective; a trial that finished without all of them is a failed
   *     seed
   * @param trials behind the means
   */
  public record Member(
      Configuration configuration, List<CellSummary> summaries, List<TrialStatus> trials) {}

  /** The current front of a sweep. Iterates over all trials. */
  public static ParetoFront of(SweepView sweep) {
    List<Objective> objectives = sweep.header().objectives();
    Map<Configuration, List<TrialStatus>> cells = new LinkedHashMap<>();
    for (TrialStatus trial : sweep.trials()) {
      cells.computeIfAbsent(trial.trial().configuration(), c -> new ArrayList<>()).add(trial);
    }
    List<Member> all = new ArrayList<>();
    List<double[]> losses = new ArrayList<>();
    cells.forEach(
        (cell, trials) ->
            member(cell, trials, objectives)
                .ifPresent(
                    member -> {
                      all.add(member);
                      losses.add(losses(objectives, member.summaries()));
                    }));
    return new ParetoFront(
        objectives, ParetoFronts.first(losses).stream().map(all::get).toList(), all.size());
  }

  private static Optional<Member> member(
      Configuration cell, List<TrialStatus> trials, List<Objective> objectives) {
    List<TrialStatus> finished = in(TrialState.FINISHED, trials);
    List<TrialStatus> whole = finished.stream().filter(t -> hasAll(t, objectives)).toList();
    int failed = finished.size() - whole.size() + in(TrialState.FAILED, trials).size();
    int stopped = in(TrialState.STOPPED, trials).size();
    List<CellSummary> summaries =
        objectives.stream()
            .map(objective -> CellSummary.of(cell, whole, TrialState.FINISHED, objective.metric()))
            .map(
                summary ->
                    new CellSummary(cell, failed, stopped, summary.tuning(), summary.summary()))
            .toList();
    return whole.isEmpty() ? Optional.empty() : Optional.of(new Member(cell, summaries, whole));
  }

  private static List<TrialStatus> in(TrialState state, List<TrialStatus> trials) {
    return trials.stream().filter(trial -> trial.state() == state).toList();
  }

  private static boolean hasAll(TrialStatus trial, List<Objective> objectives) {
    Map<String, Double> metrics = trial.attempt().orElseThrow().metrics();
    return objectives.stream()
        .allMatch(
            objective -> Double.isFinite(metrics.getOrDefault(objective.metric(), Double.NaN)));
  }

  private static double[] losses(List<Objective> objectives, List<CellSummary> summaries) {
    double[] losses = new double[objectives.size()];
    for (int i = 0; i < losses.length; i++) {
      losses[i] = objectives.get(i).loss(summaries.get(i).summary().mean());
    }
    return losses;
  }
}
