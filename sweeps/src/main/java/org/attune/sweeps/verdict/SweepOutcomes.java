package org.attune.sweeps.verdict;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.KnownSeeds;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.claim.SealedSplit;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.event.AdoptedFrom;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/**
 * A sweep's results by cell and seed. A stopped trial has no result, because it did not train to
 * its end.
 */
public final class SweepOutcomes implements Outcomes, KnownSeeds {

  private final Map<Configuration, Map<Integer, TrialStatus>> trials = new HashMap<>();
  private final SweepView sweep;
  private boolean adopts;

  /** The results of a sweep at one moment. */
  public SweepOutcomes(SweepView sweep) {
    this.sweep = sweep;
    for (TrialStatus trial : sweep.trials()) {
      trials
          .computeIfAbsent(trial.trial().configuration(), cell -> new HashMap<>())
          .put(trial.trial().replicate(), trial);
      adopts |= trial.adopted().isPresent();
    }
  }

  @Override
  public int ended(Configuration cell) {
    Map<Integer, TrialStatus> byReplicate = trials.getOrDefault(cell, Map.of());
    int first = 0;
    while (byReplicate.containsKey(first) && byReplicate.get(first).state().terminal()) {
      first++;
    }
    return first;
  }

  @Override
  public boolean ended(Configuration cell, int replicate) {
    TrialStatus trial = trials.getOrDefault(cell, Map.of()).get(replicate);
    return trial != null && trial.state().terminal();
  }

  @Override
  public OptionalDouble value(Configuration cell, int replicate, String metric) {
    TrialStatus trial = trials.getOrDefault(cell, Map.of()).get(replicate);
    if (trial == null || trial.state() != TrialState.FINISHED) {
      return OptionalDouble.empty();
    }
    Double value = trial.attempt().map(attempt -> attempt.metrics().get(metric)).orElse(null);
    return value == null || !Double.isFinite(value)
        ? OptionalDouble.empty()
        : OptionalDouble.of(value);
  }

  @Override
  public boolean reports(Configuration cell, String metric) {
    List<Attempt> finished =
        trials.getOrDefault(cell, Map.of()).values().stream()
            .filter(trial -> trial.state() == TrialState.FINISHED)
            .flatMap(trial -> trial.attempt().stream())
            .toList();
    return finished.isEmpty()
        || finished.stream().anyMatch(attempt -> attempt.metrics().containsKey(metric));
  }

  @Override
  public int known(Claim claim) {
    if (!adopts) {
      return 0;
    }
    String digest = ClaimEntry.digest(claim);
    Optional<Instant> stated = ClaimEntry.at(claim, sweep);
    return claim
        .candidates()
        .flatMap(cell -> trials.getOrDefault(cell, Map.of()).values().stream())
        .filter(trial -> !Tuning.isTuning(trial.trial().replicate()))
        .filter(
            trial -> trial.adopted().filter(from -> !isEvidence(from, digest, stated)).isPresent())
        .mapToInt(trial -> trial.trial().replicate() + 1)
        .max()
        .orElse(0);
  }

  /** Whether a claim was stated before an adopted trial ran, here or where it was trained. */
  private static boolean isEvidence(AdoptedFrom from, String digest, Optional<Instant> stated) {
    return from.claims().contains(digest)
        || stated.filter(at -> at.isBefore(from.started())).isPresent();
  }

  @Override
  public OptionalDouble sealed(Configuration cell, int replicate, String metric) {
    return value(cell, replicate, SealedSplit.name(metric));
  }

  /** A cell's values by seed, for its first seeds that have ended. */
  List<OptionalDouble> values(Configuration cell, String metric) {
    return IntStream.range(0, ended(cell)).mapToObj(seed -> value(cell, seed, metric)).toList();
  }

  /** A cell's first seeds that have ended, including those that no mean counts. */
  CellSummary counted(Configuration cell, String metric) {
    Map<Integer, TrialStatus> byReplicate = trials.getOrDefault(cell, Map.of());
    return CellSummary.of(
        cell,
        IntStream.range(0, ended(cell)).mapToObj(byReplicate::get).toList(),
        TrialState.FINISHED,
        metric);
  }
}
