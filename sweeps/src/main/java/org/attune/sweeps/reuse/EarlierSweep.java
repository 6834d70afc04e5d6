package org.attune.sweeps.reuse;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.attune.api.search.Trial;
import org.attune.api.storage.Storage;
import org.attune.sweeps.event.AdoptedFrom;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepPlan;
import org.attune.sweeps.state.Artifact;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.verdict.ClaimEntry;

/** A sweep whose trials another one may adopt. */
public final class EarlierSweep {

  private final String directory;
  private final Storage storage;
  private final SweepView sweep;
  private final SortedSet<String> claims;
  private final Map<String, TrialStatus> trials = new HashMap<>();
  private Optional<TrialReports> curves = Optional.empty();
  private Optional<Map<String, List<Artifact>>> checkpoints = Optional.empty();

  /**
   * @param directory of the sweep, for the journal: an absolute path or a URI
   * @param storage of that directory
   * @param sweep its state
   */
  public EarlierSweep(String directory, Storage storage, SweepView sweep) {
    this.directory = directory;
    this.storage = storage;
    this.sweep = sweep;
    this.claims = ClaimEntry.before(sweep);
    Stream.concat(sweep.settledTrials().stream(), sweep.unsettledTrials().stream())
        .filter(status -> status.trial().origin().isEmpty())
        .forEach(status -> trials.put(status.trial().id(), status));
  }

  /** The sweep's directory. */
  public String directory() {
    return directory;
  }

  Storage storage() {
    return storage;
  }

  /** The sweep's state. */
  public SweepView view() {
    return sweep;
  }

  /** The trial with the same configuration and seed; empty if there is none. */
  Optional<TrialStatus> same(Trial trial) {
    return Optional.ofNullable(trials.get(trial.id()))
        .filter(
            status ->
                status.trial().configuration().equals(trial.configuration())
                    && status.trial().seed() == trial.seed()
                    && status.trial().replicate() == trial.replicate());
  }

  /** The event that says by which plans this sweep ran. */
  Event.Reused reused(Instant now) {
    List<SweepPlan> plans = Stream.concat(sweep.reused().stream(), sweep.plans().stream()).toList();
    return new Event.Reused(
        directory,
        sweep.header().sweepId(),
        plans.stream().map(SweepPlan::specText).toList(),
        plans.stream().map(plan -> plan.draw().orElse("")).toList(),
        now);
  }

  /** Where a trial's attempt was trained: here, or in the sweep that this one adopted it from. */
  AdoptedFrom origin(Attempt attempt) {
    return attempt
        .adopted()
        .orElseGet(
            () ->
                new AdoptedFrom(
                    directory,
                    sweep.header().sweepId(),
                    attempt.number(),
                    attempt.startedAt(),
                    claims));
  }

  /** The newest checkpoint that a trial wrote and no attempt found damaged. */
  Optional<Artifact> checkpoint(String trialId) {
    if (checkpoints.isEmpty()) {
      checkpoints = Optional.of(checkpoints());
    }
    List<Artifact> written = checkpoints.get().getOrDefault(trialId, List.of());
    return written.isEmpty() ? Optional.empty() : Optional.of(written.get(written.size() - 1));
  }

  /** The undamaged checkpoints of each trial, the oldest first. */
  private Map<String, List<Artifact>> checkpoints() {
    Map<String, List<Artifact>> ofTrials = new HashMap<>();
    for (Artifact file : sweep.artifacts()) {
      List<Artifact> written = ofTrials.computeIfAbsent(file.trialId(), trial -> new ArrayList<>());
      if (file.kind().equals(Event.Checkpointed.DAMAGED)) {
        written.removeIf(other -> other.path().equals(file.path()));
      } else if (file.kind().equals(Event.Checkpointed.KIND)) {
        written.add(file);
      }
    }
    return ofTrials;
  }

  /** What a trial reported, as of its attempt: see {@link TrialReports#of}. */
  List<TrialReports.Report> curve(TrialStatus trial, Attempt attempt) {
    if (curves.isEmpty()) {
      curves = Optional.of(new TrialReports(sweep.metrics()));
    }
    return curves.get().of(trial, attempt);
  }
}
