package org.attune.jobs.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.sweeps.identity.CanonicalAxes;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/**
 * The cells that never reached the end, because a rule or a user stopped their trials. Their values
 * are of earlier steps, so no table ranks them among cells that finished; new seeds may train them
 * to the end.
 */
public record StoppedCells(SweepView sweep) {

  /**
   * The cells, the best first by their last values. With several objectives there are none: a front
   * has finished cells alone.
   */
  List<Configuration> bestFirst() {
    if (sweep.counts().stopped() == 0 || FrontTable.suits(sweep)) {
      return List.of();
    }
    Objective objective = sweep.header().objective();
    Set<Map<String, String>> finished =
        sweep.trials(TrialState.FINISHED).stream()
            .map(trial -> varied(trial.trial().configuration()))
            .collect(Collectors.toSet());
    return CellSummary.of(
            sweep, objective.metric(), Optional.of(objective.goal()), TrialState.STOPPED)
        .stream()
        .filter(cell -> cell.summary().n() > 0)
        .map(CellSummary::configuration)
        .filter(cell -> !finished.contains(varied(cell)))
        .toList();
  }

  /** What a cell sets of all that the file varies: parts of one training have the same. */
  private Map<String, String> varied(Configuration cell) {
    CanonicalAxes axes = sweep.header().axes();
    Map<String, String> varied = new TreeMap<>(cell.values());
    if (!axes.keys().isEmpty() || !axes.cellKeys().isEmpty()) {
      varied.keySet().removeIf(key -> !axes.vary(key));
    }
    return varied;
  }

  /** The state whose trials tell of a cell: the stopped ones where none has finished. */
  public TrialState counted(Configuration cell) {
    return has(cell) ? TrialState.STOPPED : TrialState.FINISHED;
  }

  private boolean has(Configuration cell) {
    return trials(cell).stream().noneMatch(trial -> trial.state() == TrialState.FINISHED);
  }

  private List<TrialStatus> trials(Configuration cell) {
    return sweep.trials().stream()
        .filter(trial -> trial.trial().configuration().equals(cell))
        .toList();
  }

  /** How far a cell trained, as in {@code , all stopped, the last at step 8}; empty at the end. */
  public String reached(Configuration cell) {
    long step =
        trials(cell).stream()
            .flatMap(trial -> trial.attempt().stream())
            .mapToLong(Attempt::lastStep)
            .max()
            .orElse(0);
    return has(cell) ? ", all stopped, the last at step %,d".formatted(step) : "";
  }

  /** Says which of some cells never reached the end, and what comes of it; empty if all did. */
  public Optional<String> note(List<Configuration> cells) {
    long stopped = cells.stream().filter(this::has).count();
    return stopped == 0
        ? Optional.empty()
        : Optional.of(
            "%s never reached the end, for all %s trials were stopped: stopped cells are ranked by their last values, and the new sweep trains them to the end"
                .formatted(
                    stopped == cells.size()
                        ? "the cells"
                        : "%d of the %d cells".formatted(stopped, cells.size()),
                    stopped == 1 && cells.size() > 1 ? "its" : "their"));
  }
}
