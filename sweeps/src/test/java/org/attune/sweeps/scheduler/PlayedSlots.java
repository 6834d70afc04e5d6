package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.event.Event;

/** Slots whose trials do what the script says, a second for each of its events. */
class PlayedSlots implements Slots {
  private final VirtualTime time;
  private final SimulatedSweep.Script script;
  private final Map<String, List<Event.OfAttempt>> left;
  private final List<String> discarded;
  private final List<Set<String>> kept;
  private final Map<Long, Stop> stops = new TreeMap<>();
  private final List<Long> there = new ArrayList<>();
  private final Map<Long, Integer> busy = new TreeMap<>();
  private Listener listener;
  private long started;

  /**
   * @param script what a trial does
   * @param left what executors left behind, by trial and attempt
   * @param discarded takes checkpoints that are deleted
   * @param kept takes checkpoints that are to stay
   */
  PlayedSlots(
      VirtualTime time,
      SimulatedSweep.Script script,
      Map<String, List<Event.OfAttempt>> left,
      List<String> discarded,
      List<Set<String>> kept) {
    this.time = time;
    this.script = script;
    this.left = left;
    this.discarded = discarded;
    this.kept = kept;
  }

  @Override
  public void open(Listener listener) {
    this.listener = listener;
  }

  @Override
  public void want(int wanted) {
    while (there.size() + busy.values().stream().mapToInt(n -> n - 1).sum() < wanted) {
      there.add(++started);
      listener.arrived(started, place(started));
    }
  }

  /** Where a slot is. */
  SlotLocation place(long slot) {
    return new SlotLocation("0." + slot, "host", "cpu", Map.of());
  }

  /** What a trial does in a slot. */
  List<Event.OfAttempt> events(long slot, TrialContext trial) {
    return script.of(trial);
  }

  @Override
  public void release(long slot) {
    there.remove(slot);
  }

  @Override
  public void run(long slot, TrialContext trial) {
    stops.remove(slot);
    busy.put(slot, room(trial));
    play(slot, trial, events(slot, trial), 0);
  }

  private void play(long slot, TrialContext trial, List<Event.OfAttempt> events, int i) {
    time.after(
        Duration.ofSeconds(1),
        () -> {
          if (!there.contains(slot) || i == events.size()) {
            return; // killed, or a trial that hangs
          }
          Event.OfAttempt event = events.get(i);
          if (event instanceof Event.Measured measured) {
            Stop stop = stops.get(slot);
            if (stop != null) {
              busy.remove(slot);
              listener.ended(slot, stopped(trial, measured.step(), stop));
              return;
            }
            listener.reported(slot, List.of(measured), () -> {});
            play(slot, trial, events, i + 1);
          } else if (event instanceof Event.Checkpointed) {
            listener.reported(slot, List.of(event), () -> {});
            play(slot, trial, events, i + 1);
          } else {
            ends(trial, events);
            end(slot, trial, event);
          }
        });
  }

  private void end(long slot, TrialContext trial, Event.OfAttempt event) {
    if (busy.remove(slot) > 1) {
      left.put(trial.trial() + "." + trial.attempt(), List.of(event));
      there.remove(slot);
      listener.lost(slot, "it ran on several");
    } else {
      listener.ended(slot, List.of(event));
    }
  }

  /** How many slots the trials that run now take. */
  final int taken() {
    return busy.values().stream().mapToInt(n -> n).sum();
  }

  /** A trial has ended by itself, and its driver is about to hear of it. */
  void ends(TrialContext trial, List<Event.OfAttempt> events) {}

  /** The last events of a stopped trial; one that the next run resumes saves its state. */
  private List<Event.OfAttempt> stopped(TrialContext trial, long step, Stop stop) {
    Event.Terminal end = stop.end(trial, step, time.now());
    return stop.kind() == Stop.Kind.ABANDON
        ? List.of(SimulatedSweep.saved(trial, step), end)
        : List.of(end);
  }

  @Override
  public void stop(long slot, Stop stop) {
    stops.putIfAbsent(slot, stop);
  }

  @Override
  public void kill(long slot, String reason) {
    if (there.remove(slot)) {
      busy.remove(slot);
      listener.lost(slot, reason);
    }
  }

  @Override
  public Optional<List<Event.OfAttempt>> leftBy(String trialId, int attempt, int of) {
    return Optional.ofNullable(left.get(trialId + "." + attempt));
  }

  @Override
  public void discard(List<String> paths) {
    discarded.addAll(paths);
  }

  @Override
  public void discardAllBut(Set<String> paths) {
    kept.add(paths);
  }

  @Override
  public void close() {
    there.clear();
  }
}
