package org.attune.sweeps.reuse;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Trial;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.scheduler.Reuse;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.scheduler.SlotLocation;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/**
 * Trials of the sweep itself that are the beginning of longer ones: the longer trial goes on from
 * the shorter one's checkpoint, if that is kept. Only one thread may use an object.
 */
public final class LongerTrainings implements Reuse {

  private static final String STEPS = "train.steps";

  private final EarlierSweep sweep;
  private final AxisCatalog catalog;
  private final Copies copies;
  private final Map<Twin, List<TrialStatus>> ended = new HashMap<>();
  private final Set<String> carriedOn = new HashSet<>();

  /** What a training and its beginning have in common. */
  private record Twin(Map<String, String> settings, int replicate, long seed) {

    static Twin of(Trial trial) {
      Map<String, String> settings = new TreeMap<>(trial.configuration().values());
      settings.remove(STEPS);
      return new Twin(settings, trial.replicate(), trial.seed());
    }
  }

  /**
   * @param sweep its state when the driver began
   * @param catalog knows which training is the beginning of another
   * @param copies where the sweep's checkpoints are
   */
  public LongerTrainings(EarlierSweep sweep, AxisCatalog catalog, Copies copies) {
    this.sweep = sweep;
    this.catalog = catalog;
    this.copies = copies;
    for (TrialStatus trial : sweep.view().settledTrials()) {
      if (trial.state() == TrialState.FINISHED && trial.trial().configuration().has(STEPS)) {
        ended.computeIfAbsent(Twin.of(trial.trial()), twin -> new ArrayList<>()).add(trial);
      }
    }
  }

  /**
   * The number of trials whose beginning was trained and has a checkpoint.
   *
   * @param trials of the plan
   */
  public long of(List<Trial> trials) {
    return trials.stream().filter(trial -> beginning(trial).isPresent()).count();
  }

  /** The longest training that is a trial's beginning and left a checkpoint. */
  private Optional<TrialStatus> beginning(Trial trial) {
    Configuration longer = trial.configuration();
    return ended.getOrDefault(Twin.of(trial), List.of()).stream()
        .filter(trialStatus -> sweep.checkpoint(trialStatus.trial().id()).isPresent())
        .filter(trialStatus -> catalog.begins(trialStatus.trial().configuration(), longer))
        .max(
            Comparator.comparingLong(
                trialStatus -> trialStatus.trial().configuration().integer(STEPS)));
  }

  @Override
  public List<Event> adopted(Scheduler.Next next, SlotLocation place, Instant now) {
    Trial trial = next.trial();
    boolean fresh = next.start().filter(start -> start.atBeginning()).isPresent();
    if (!fresh || trial.origin().isPresent() || !carriedOn.add(trial.id())) {
      return List.of();
    }
    return beginning(trial)
        .map(
            from ->
                new Continuation(sweep, copies)
                    .events(
                        from,
                        trial.id(),
                        next.attempt(),
                        step ->
                            "trained up to step %d as trial %s, and goes on from its checkpoint"
                                .formatted(step, from.trial().id()),
                        now))
        .orElse(List.of());
  }
}
