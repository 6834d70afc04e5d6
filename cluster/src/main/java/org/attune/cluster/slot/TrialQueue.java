package org.attune.cluster.slot;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import org.attune.sweeps.search.Observation;
import org.attune.sweeps.search.Proposal;
import org.attune.sweeps.search.Search;
import org.attune.sweeps.search.Trial;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/**
 * Which trial comes next: first those that wait to be tried again, then what the search proposes
 * and no driver has seen yet. Used by the run's thread.
 */
final class TrialQueue {

  private final Search search;
  private final SweepState state;
  private final ObjLongConsumer<Trial> onSuggested;
  private final Deque<Trial> again = new ArrayDeque<>();
  private final Set<String> told = new HashSet<>();
  private final long most;
  private long proposals;
  private Optional<Trial> proposed = Optional.empty();

  /**
   * @param most trials, as the budget has it
   * @param onSuggested journals a trial that is new, with how many ends its search had been told
   */
  TrialQueue(Search search, long most, SweepState state, ObjLongConsumer<Trial> onSuggested) {
    this.search = search;
    this.most = most;
    this.state = state;
    this.onSuggested = onSuggested;
  }

  /** Lets the trials that earlier drivers left pending come first. */
  void resume() {
    state.trials(TrialState.PENDING).forEach(trial -> again.add(trial.trial()));
  }

  /** Whether there is no trial now; there may be one when another has ended. */
  boolean isEmpty() {
    if (again.isEmpty() && proposed.isEmpty()) {
      proposed = propose();
    }
    return again.isEmpty() && proposed.isEmpty();
  }

  /**
   * Takes the next trial.
   *
   * @throws NoSuchElementException when there is none
   */
  Trial take() {
    if (isEmpty()) {
      throw new NoSuchElementException("No trial is left to be run");
    }
    if (!again.isEmpty()) {
      return again.poll();
    }
    Trial trial = proposed.orElseThrow();
    proposed = Optional.empty();
    return trial;
  }

  /** What follows from the end of an attempt: its trial is tried again, or the search is told. */
  void attemptEnded(TrialStatus trial) {
    if (trial.state() == TrialState.PENDING) {
      again.addFirst(trial.trial());
    } else if (trial.state().terminal()) {
      tell(trial);
    }
  }

  private Optional<Trial> propose() {
    while (true) {
      if (proposals == most || !(search.ask() instanceof Proposal.Run next)) {
        return Optional.empty();
      }
      proposals++;
      Optional<TrialStatus> known = state.trial(next.trial().id());
      if (known.isEmpty()) {
        onSuggested.accept(next.trial(), told.size());
        return Optional.of(next.trial());
      }
      if (known.get().state().terminal()) {
        tell(known.get());
      }
    }
  }

  /** Says how a trial ended, once: an adopted one may end before the search comes to it again. */
  private void tell(TrialStatus ended) {
    if (told.add(ended.trial().id())) {
      Observation.Outcome outcome =
          switch (ended.state()) {
            case FINISHED -> Observation.Outcome.FINISHED;
            case STOPPED -> Observation.Outcome.STOPPED;
            default -> Observation.Outcome.FAILED;
          };
      Map<String, Double> metrics = ended.attempt().map(Attempt::metrics).orElse(Map.of());
      long lastStep = ended.attempt().map(Attempt::lastStep).orElse(0L);
      search.tell(new Observation(ended.trial(), outcome, ended.objective(), lastStep, metrics));
    }
  }
}
