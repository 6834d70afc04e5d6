package org.attune.sweeps.state;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.sweeps.search.ParetoFronts;
import org.attune.sweeps.statistics.Summary;

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
   * @param summaries one for each objective
   * @param trials behind the means
   */
  public record Member(
      Configuration configuration, List<Summary> summaries, List<TrialStatus> trials) {}

  /** The current front of a sweep. Iterates over all finished trials. */
  public static ParetoFront of(SweepView sweep) {
    List<Objective> objectives = sweep.header().objectives();
    Map<Configuration, List<TrialStatus>> cells = new LinkedHashMap<>();
    for (TrialStatus trial : sweep.settledTrials()) {
      if (trial.state() == TrialState.FINISHED && hasAll(trial, objectives)) {
        cells.computeIfAbsent(trial.trial().configuration(), c -> new ArrayList<>()).add(trial);
      }
    }
    List<Member> all = new ArrayList<>();
    List<double[]> losses = new ArrayList<>();
    cells.forEach(
        (cell, trials) -> {
          List<Summary> summaries =
              objectives.stream()
                  .map(
                      of ->
                          CellSummary.of(cell, trials, TrialState.FINISHED, of.metric()).summary())
                  .toList();
          all.add(new Member(cell, summaries, List.copyOf(trials)));
          losses.add(losses(objectives, summaries));
        });
    return new ParetoFront(
        objectives, ParetoFronts.first(losses).stream().map(all::get).toList(), all.size());
  }

  private static boolean hasAll(TrialStatus trial, List<Objective> objectives) {
    Map<String, Double> metrics = trial.attempt().orElseThrow().metrics();
    return objectives.stream()
        .allMatch(of -> Double.isFinite(metrics.getOrDefault(of.metric(), Double.NaN)));
  }

  private static double[] losses(List<Objective> objectives, List<Summary> summaries) {
    double[] losses = new double[objectives.size()];
    for (int i = 0; i < losses.length; i++) {
      losses[i] = objectives.get(i).loss(summaries.get(i).mean());
    }
    return losses;
  }
}
