package org.attune.sweeps.scheduler;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.attune.api.search.Trial;

/**
 * Suggested trials without a running attempt. Trials to start are in order of their turns; paused
 * trials are kept apart, the longest-paused first. Each trial is here at most once, until it is
 * removed.
 */
final class WaitingTrials {

  private final Deque<LiveTrial> turns = new ArrayDeque<>();
  private final Deque<LiveTrial> paused = new ArrayDeque<>();

  /** Adds a trial after all others. */
  void add(LiveTrial trial) {
    turns.add(trial);
  }

  /** Adds a trial whose attempt was wasted; it is retried before all others. */
  void addAgain(LiveTrial trial) {
    turns.addFirst(trial);
  }

  /** Adds a paused trial, which waits until nothing else can start. */
  void addPaused(LiveTrial trial) {
    paused.add(trial);
  }

  /** Moves the trials to the front whose cells are meant; the others keep their order. */
  void prioritise(Predicate<Trial> first) {
    List<LiveTrial> all = List.copyOf(turns);
    turns.clear();
    all.stream().filter(trial -> first.test(trial.trial())).forEach(turns::add);
    all.stream().filter(trial -> !first.test(trial.trial())).forEach(turns::add);
  }

  /** Removes a trial, wherever it waits. */
  void remove(LiveTrial trial) {
    if (!turns.remove(trial)) {
      paused.remove(trial);
    }
  }

  /** The next trial among those whose ids the predicate accepts. */
  Optional<LiveTrial> next(Predicate<String> welcome) {
    return turns.stream().filter(trial -> welcome.test(trial.trial().id())).findFirst();
  }

  /** The paused trial to resume first. */
  Optional<LiveTrial> nextPaused() {
    return Optional.ofNullable(paused.peek());
  }

  /** The number of waiting trials. */
  int size() {
    return turns.size() + paused.size();
  }

  /** Whether no trial waits. */
  boolean isEmpty() {
    return turns.isEmpty() && paused.isEmpty();
  }
}
