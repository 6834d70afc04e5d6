package org.attune.sweeps.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.attune.api.trial.Cause;
import org.attune.api.trial.CheckpointPlan;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.scheduler.SlotLocation;
import org.attune.sweeps.scheduler.Slots;
import org.attune.sweeps.scheduler.VirtualTime;
import org.attune.sweeps.store.SweepLayout;

/**
 * Slots whose trials follow curves in virtual time; some attempts fail on the way, as on real
 * machines. Trials write checkpoints as real ones would, and resume from them, but without files.
 */
final class SimulatedSlots implements Slots {

  private final VirtualTime time;
  private final Curves curves;
  private final double failures;
  private final Map<Long, Running> running = new HashMap<>();
  private final SlotLocation place = new SlotLocation("0.0", "simulated", "cpu", Map.of());
  private Listener listener;
  private long started;
  private int present;
  private double busySeconds;

  /** A trial in a slot. */
  private static final class Running {
    final TrialContext trial;
    final Curve curve;
    final double failsAt;
    final long since;
    long savedAt;
    Optional<Curve.CurvePoint> last = Optional.empty();
    Optional<Stop> stop = Optional.empty();

    Running(TrialContext trial, Curve curve, double failsAt, long since) {
      this.trial = trial;
      this.curve = curve;
      this.failsAt = failsAt;
      this.since = since;
      this.savedAt = since;
    }
  }

  /**
   * @param failures the share of attempts whose machine fails before their end
   */
  SimulatedSlots(VirtualTime time, Curves curves, double failures) {
    this.time = time;
    this.curves = curves;
    this.failures = failures;
  }

  /** The seconds of trials, summed over all slots. */
  double busySeconds() {
    return busySeconds;
  }

  @Override
  public void open(Listener listener) {
    this.listener = listener;
  }

  @Override
  public void want(int slots) {
    for (; present < slots; present++) {
      listener.arrived(++started, place);
    }
  }

  @Override
  public void release(long slot) {
    present--;
  }

  @Override
  public void run(long slot, TrialContext trial) {
    SplittableRandom random =
        new SplittableRandom(31 * trial.seed() + trial.trial().hashCode() + trial.attempt());
    Curve curve = curves.of(trial).after(trial.start().step());
    double end = curve.reports().get(curve.reports().size() - 1).seconds();
    double failsAt =
        random.nextDouble() < failures ? end * random.nextDouble() : Double.POSITIVE_INFINITY;
    Running at = new Running(trial, curve, failsAt, time.nanos());
    running.put(slot, at);
    follow(slot, at, 0);
  }

  private void follow(long slot, Running at, int i) {
    Curve.CurvePoint report = at.curve.reports().get(i);
    double due = Math.min(report.seconds(), at.failsAt);
    long wait = (long) (due * 1e9) - (time.nanos() - at.since);
    time.after(Duration.ofNanos(Math.max(0, wait)), () -> reach(slot, at, i, report));
  }

  private void reach(long slot, Running at, int i, Curve.CurvePoint report) {
    if (running.get(slot) != at) {
      return; // killed
    }
    String trial = at.trial.trial();
    int attempt = at.trial.attempt();
    Instant now = time.now();
    if (report.seconds() > at.failsAt) {
      end(slot, List.of(new Event.Failed(trial, attempt, Cause.INFRASTRUCTURE, "simulated", now)));
    } else if (at.stop.isPresent()) { // for a reason that arose between reports
      stopped(slot, at, report);
    } else if (i + 1 == at.curve.reports().size()) {
      Event.Finished end = new Event.Finished(trial, attempt, report.values(), Map.of(), now);
      end(slot, withState(at, report, end));
    } else {
      at.last = Optional.of(report);
      List<Event.OfAttempt> events = new ArrayList<>();
      events.add(new Event.Measured(trial, attempt, report.step(), report.values(), i + 1, now));
      if (due(at, report)) {
        events.add(saved(at, report));
      }
      listener.reported(slot, events, () -> {});
      follow(slot, at, i + 1);
    }
  }

  private void stopped(long slot, Running at, Curve.CurvePoint report) {
    end(
        slot,
        withState(at, report, at.stop.orElseThrow().end(at.trial, report.step(), time.now())));
  }

  private void end(long slot, List<Event.OfAttempt> events) {
    busySeconds += (time.nanos() - running.remove(slot).since) / 1e9;
    listener.ended(slot, events);
  }

  /** Whether a continuing trial writes a checkpoint now. */
  private boolean due(Running at, Curve.CurvePoint report) {
    CheckpointPlan plan = at.trial.checkpoints();
    boolean bySteps = plan.everySteps() > 0 && report.step() % plan.everySteps() == 0;
    return bySteps || Duration.ofNanos(time.nanos() - at.savedAt).compareTo(plan.every()) >= 0;
  }

  /** An end, with the checkpoint written then; a paused trial resumes from it. */
  private List<Event.OfAttempt> withState(Running at, Curve.CurvePoint report, Event.Terminal end) {
    boolean wanted = at.trial.checkpoints().atEnd() && !(end instanceof Event.Failed);
    return wanted || end instanceof Event.Paused ? List.of(saved(at, report), end) : List.of(end);
  }

  private Event.Checkpointed saved(Running at, Curve.CurvePoint report) {
    at.savedAt = time.nanos();
    String trial = at.trial.trial();
    int attempt = at.trial.attempt();
    return new Event.Checkpointed(
        trial,
        attempt,
        report.step(),
        Event.Checkpointed.KIND,
        SweepLayout.checkpoint(1, trial, attempt, report.step()),
        0,
        time.now());
  }

  @Override
  public void stop(long slot, Stop stop) {
    Running at = running.get(slot);
    if (at == null || at.stop.isPresent()) {
      return;
    }
    at.stop = Optional.of(stop);
    if (stop.kind() != Stop.Kind.TIMEOUT) { // a rule's decision comes with the answer to the report
      at.last.ifPresent(report -> stopped(slot, at, report));
    }
  }

  @Override
  public void kill(long slot, String reason) {
    if (running.remove(slot) != null) {
      present--;
      listener.lost(slot, reason);
    }
  }

  @Override
  public Optional<List<Event.OfAttempt>> leftBy(String trialId, int attempt, int epoch) {
    return Optional.empty();
  }

  @Override
  public void close() {
    running.clear();
  }
}
