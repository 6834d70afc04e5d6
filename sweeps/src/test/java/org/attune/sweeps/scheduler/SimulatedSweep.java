package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.journal.Event;
import org.attune.sweeps.journal.SweepHeader;
import org.attune.sweeps.search.Search;
import org.attune.sweeps.spec.SpecException;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.trial.TrialContext;

/**
 * A sweep in simulated time, one driver after another: its journal is a list, its trials are
 * scripts.
 */
final class SimulatedSweep {

  static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  /** What holds, in order. */
  final List<Event> journal = new ArrayList<>();

  /** How many events went to the journal together, each time. */
  final List<Integer> forces = new ArrayList<>();

  /** Checkpoints that were deleted, in order. */
  final List<String> discarded = new ArrayList<>();

  /** Checkpoints that were to stay when a driver began or ended. */
  final List<Set<String>> kept = new ArrayList<>();

  /** What executors left behind, by trial and attempt. */
  final Map<String, List<Event.OfAttempt>> left = new HashMap<>();

  /** What a user asks of the next drivers' loops, by the time since they began. */
  final Map<Duration, Consumer<SweepLoop>> wishes = new HashMap<>();

  /** How many slots a trial takes. */
  ToIntFunction<TrialContext> room = trial -> 1;

  /** The most that trials which ran together took. */
  int mostRoom;

  private final Script script;
  private final int slots;
  private Instant now = NOON;
  private int epoch;

  /** What a trial does. */
  interface Script {
    /** Its reports, a second apart, and its end; the last must be a terminal event. */
    List<Event.OfAttempt> of(TrialContext trial);
  }

  SimulatedSweep(int slots, Script script) {
    this.slots = slots;
    this.script = script;
  }

  static SweepSpec spec(String... lines) throws SpecException {
    String yaml =
        "sweep: s\nobjective: {metric: loss, goal: minimize}\n" + String.join("\n", lines) + "\n";
    return SweepSpec.read("s.yaml", yaml, Map.of(), SampleCatalog.CATALOG);
  }

  /** A further driver runs the sweep to its end. */
  Ending run(SweepSpec spec) throws Exception {
    return run(spec, spec.newSearch(SampleCatalog.CATALOG), Integer.MAX_VALUE, Optional.empty());
  }

  /** A further driver runs the sweep, and is interrupted after a time. */
  Ending runFor(SweepSpec spec, Duration time) throws Exception {
    return run(spec, spec.newSearch(SampleCatalog.CATALOG), Integer.MAX_VALUE, Optional.of(time));
  }

  /**
   * A further driver runs the sweep until the journal has so many events, and dies.
   *
   * @return empty when it died
   */
  Ending run(SweepSpec spec, Search search, int most, Optional<Duration> interrupt)
      throws Exception {
    Scheduler scheduler = new Scheduler(spec, search);
    journal.forEach(scheduler::apply);
    VirtualTime time = new VirtualTime(now);
    Event.Opened opened =
        new Event.Opened(SweepHeader.of(spec, scheduler.trials(), 1, Map.of()), ++epoch, now);
    journal.add(opened);
    scheduler.apply(opened);
    SweepLoop loop =
        new SweepLoop(
            scheduler,
            new ScriptedSlots(time),
            events -> append(events, most),
            time,
            new SweepLoop.Setup(slots, 1, spec.execution().trialTimeout()),
            new Silent());
    interrupt.ifPresent(after -> time.after(after, () -> loop.interrupt("interrupted")));
    wishes.forEach((after, wish) -> time.after(after, () -> wish.accept(loop)));
    try {
      return loop.run();
    } finally {
      now = time.now();
    }
  }

  private CompletableFuture<Void> append(List<Event> events, int most) {
    if (journal.size() + events.size() > most) {
      return CompletableFuture.failedFuture(new Died());
    }
    journal.addAll(events);
    forces.add(events.size());
    return CompletableFuture.completedFuture(null);
  }

  /** What the journal adds up to. */
  SweepState state() {
    SweepState state = new SweepState((Event.Opened) journal.get(0));
    journal.subList(1, journal.size()).forEach(state::apply);
    return state;
  }

  /** Time passes without a driver. */
  void pause(Duration time) {
    now = now.plus(time);
  }

  static Event.Finished finished(TrialContext trial, double loss) {
    return new Event.Finished(trial.trial(), trial.attempt(), Map.of("loss", loss), Map.of(), NOON);
  }

  static Event.Measured measured(TrialContext trial, long step, double loss) {
    return new Event.Measured(trial.trial(), trial.attempt(), step, Map.of("loss", loss), NOON);
  }

  static Event.Checkpointed saved(TrialContext trial, long step) {
    return new Event.Checkpointed(
        trial.trial(), trial.attempt(), step, "checkpoint", path(trial, step), 8, NOON);
  }

  /** Names a checkpoint by the trial's steps, the attempt and the step. */
  static String path(TrialContext trial, long step) {
    return trial.configuration().get("train.steps") + "." + trial.attempt() + "." + step;
  }

  /** The driver's process is gone. */
  static final class Died extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static final class Silent implements LoopObserver {
    @Override
    public void tick(int slots) {}

    @Override
    public void ended(String trialId, int attempt) {}

    @Override
    public void ignored(long slot, Event.OfAttempt end) {}
  }

  /** Slots whose trials do what the script says, a second for each of its events. */
  private final class ScriptedSlots implements Slots {
    private final VirtualTime time;
    private final Map<Long, Stop> stops = new TreeMap<>();
    private final List<Long> there = new ArrayList<>();
    private final Map<Long, Integer> busy = new TreeMap<>();
    private Listener listener;
    private long started;

    ScriptedSlots(VirtualTime time) {
      this.time = time;
    }

    @Override
    public void open(Listener listener) {
      this.listener = listener;
    }

    @Override
    public void want(int wanted) {
      while (there.size() + busy.values().stream().mapToInt(n -> n - 1).sum() < wanted) {
        there.add(++started);
        listener.arrived(started, new Place("0." + started, "host", "cpu", Map.of()));
      }
    }

    @Override
    public void release(long slot) {
      there.remove(slot);
    }

    @Override
    public int room(TrialContext trial) {
      return room.applyAsInt(trial);
    }

    @Override
    public void run(long slot, TrialContext trial) {
      stops.remove(slot);
      busy.put(slot, room.applyAsInt(trial));
      mostRoom = Math.max(mostRoom, busy.values().stream().mapToInt(n -> n).sum());
      play(slot, trial, script.of(trial), 0);
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
                listener.ended(slot, List.of(stopped(trial, measured.step(), stop)));
                return;
              }
              listener.reported(slot, List.of(measured), () -> {});
              play(slot, trial, events, i + 1);
            } else if (event instanceof Event.Checkpointed) {
              listener.reported(slot, List.of(event), () -> {});
              play(slot, trial, events, i + 1);
            } else if (busy.remove(slot) > 1) {
              left.put(trial.trial() + "." + trial.attempt(), List.of(event));
              there.remove(slot);
              listener.lost(slot, "it ran on several");
            } else {
              listener.ended(slot, List.of(event));
            }
          });
    }

    private Event.Terminal stopped(TrialContext trial, long step, Stop stop) {
      if (stop.kind() == Stop.Kind.PAUSE) {
        return new Event.Paused(trial.trial(), trial.attempt(), step, time.now());
      }
      return stop.kind() == Stop.Kind.TIMEOUT
          ? new Event.Failed(
              trial.trial(),
              trial.attempt(),
              org.attune.sweeps.state.Cause.TIMEOUT,
              stop.reason(),
              time.now())
          : new Event.Stopped(
              trial.trial(), trial.attempt(), step, stop.reason(), Map.of(), Map.of(), time.now());
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
}
