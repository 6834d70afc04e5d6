package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.ToIntFunction;
import org.attune.api.search.Search;
import org.attune.api.trial.Cause;
import org.attune.api.trial.CheckpointPlan;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.state.TrialStatus;

/**
 * A sweep in simulated time, one driver after another: its journal is a list, its trials are
 * scripts.
 */
final class SimulatedSweep {

  static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  /** Ten trials, by their steps, of which each may be tried again once. */
  static final String TEN =
      "axes: {train.steps: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}\nexecution: {retries: 1}";

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

  /** Slots that are lost in the next runs, by the time since they began. */
  final Map<Duration, Long> lost = new HashMap<>();

  /** Where the slots are, by their numbers. */
  LongFunction<SlotLocation> places =
      slot -> new SlotLocation("0." + slot, "host", "cpu", Map.of());

  /** What trials do at some places; nothing elsewhere: they go by the script. */
  BiFunction<SlotLocation, TrialContext, List<Event.OfAttempt>> fault = (place, trial) -> List.of();

  /** Other sweeps whose trials it adopts. */
  Map<String, String> provenance = Map.of();

  Reuse reuse = Reuse.NONE;

  /** How long trials may take to save their state once the run is interrupted. */
  Duration parting = Duration.ZERO;

  /** How many slots a trial takes. */
  ToIntFunction<TrialContext> room = trial -> 1;

  /** The most that trials which ran together took. */
  int mostRoom;

  /** How many slots there are at most. */
  int offered = Integer.MAX_VALUE;

  /** How many slots were idle, five times a second. */
  final List<Integer> idle = new ArrayList<>();

  /** Each time that the loop said that slots are missing: how many of how many were there. */
  final List<String> missing = new ArrayList<>();

  private final Script script;
  private final int slots;
  private Instant now = NOON;
  private int epoch;
  private RoomySlots onSlots;

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
    return SpecFile.read("s.yaml", yaml, Map.of(), SampleCatalog.CATALOG);
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
   * A further driver runs the sweep until the journal has a number of events, and dies.
   *
   * @return empty when it died
   */
  Ending run(SweepSpec spec, Search search, int most, Optional<Duration> interrupt)
      throws Exception {
    Scheduler scheduler = new Scheduler(spec, search);
    journal.forEach(scheduler::apply);
    VirtualTime time = new VirtualTime(now);
    Event.Opened opened =
        new Event.Opened(SpecHeader.of(spec, scheduler.trials(), 1, provenance), ++epoch, now);
    journal.add(opened);
    scheduler.apply(opened);
    onSlots = new RoomySlots(time);
    SweepLoop loop =
        new SweepLoop(
            scheduler,
            onSlots,
            events -> append(events, most),
            time,
            LoopSetup.of(spec.execution(), slots, 1, CheckpointPlan.NONE)
                .parting(parting)
                .reusing(reuse),
            new Silent());
    interrupt.ifPresent(after -> time.after(after, () -> loop.interrupt("interrupted")));
    lost.forEach((after, slot) -> time.after(after, () -> onSlots.kill(slot, "its host is gone")));
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

  Counts counts() {
    return state().counts();
  }

  /** The first trial of this number of steps. */
  TrialStatus trial(int steps) {
    return state().view().trials().stream()
        .filter(trial -> trial.trial().configuration().integer("train.steps") == steps)
        .findFirst()
        .orElseThrow();
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

  /** A trial whose loss falls from 3 to 1. */
  static List<Event.OfAttempt> threeReports(TrialContext trial) {
    return List.of(
        measured(trial, 1, 3), measured(trial, 2, 2), measured(trial, 3, 1), finished(trial, 1));
  }

  static Event.Failed failed(TrialContext trial, Cause cause) {
    return new Event.Failed(trial.trial(), trial.attempt(), cause, "it broke", NOON);
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

  private final class Silent implements LoopObserver {
    @Override
    public void tick(int slots) {
      idle.add(slots - onSlots.taken());
    }

    @Override
    public void missingSlots(String trialId, int needed, int idle) {
      missing.add("%d of %d".formatted(idle, needed));
    }

    @Override
    public void ended(String trialId, int attempt) {}

    @Override
    public void ignored(long slot, Event.OfAttempt end) {}
  }

  /** Slots of which a trial may take several. */
  private final class RoomySlots extends PlayedSlots {
    RoomySlots(VirtualTime time) {
      super(time, script, left, discarded, kept);
    }

    @Override
    public void want(int wanted) {
      super.want(Math.min(wanted, offered));
    }

    @Override
    public int room(TrialContext trial) {
      return room.applyAsInt(trial);
    }

    @Override
    SlotLocation place(long slot) {
      return places.apply(slot);
    }

    @Override
    List<Event.OfAttempt> events(long slot, TrialContext trial) {
      List<Event.OfAttempt> broken = fault.apply(places.apply(slot), trial);
      return broken.isEmpty() ? super.events(slot, trial) : broken;
    }

    @Override
    public void run(long slot, TrialContext trial) {
      super.run(slot, trial);
      mostRoom = Math.max(mostRoom, taken());
    }
  }
}
