package org.attune.sweeps.scheduler;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The trials that have been suggested and that no attempt runs of: those that are to be tried, in
 * the order of their turns, and apart from them those that were paused, the longest first. A trial
 * is here once, until it is taken out.
 */
final class WaitingTrials {

  private final Deque<LiveTrial> turns = new ArrayDeque<>();
  private final Deque<LiveTrial> paused = new ArrayDeque<>();

  /** Has a trial wait for its turn, after all others. */
  void add(LiveTrial trial) {
    turns.add(trial);
  }

  /** Has a trial wait whose attempt came to nothing: it is tried again before all others. */
  void addAgain(LiveTrial trial) {
    turns.addFirst(trial);
  }

  /** Has a trial wait until nothing else is to be started. */
  void addPaused(LiveTrial trial) {
    paused.add(trial);
  }

  /** Takes a trial out, wherever it waits. */
  void remove(LiveTrial trial) {
    if (!turns.remove(trial)) {
      paused.remove(trial);
    }
  }

  /** Whose turn it is, among those whose ids are welcome. */
  Optional<LiveTrial> next(Predicate<String> welcome) {
    return turns.stream().filter(trial -> welcome.test(trial.trial.id())).findFirst();
  }

  /** Which paused one is to go on first. */
  Optional<LiveTrial> nextPaused() {
    return Optional.ofNullable(paused.peek());
  }

  /** How many wait. */
  int size() {
    return turns.size() + paused.size();
  }

  /** Whether none waits. */
  boolean isEmpty() {
    return turns.isEmpty() && paused.isEmpty();
  }
}
