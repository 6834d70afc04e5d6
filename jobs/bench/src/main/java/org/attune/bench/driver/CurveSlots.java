package org.attune.bench.driver;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.attune.api.trial.TrialContext;
import org.attune.cluster.slot.Machine;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.scheduler.SlotLocation;
import org.attune.sweeps.scheduler.Slots;
import org.attune.sweeps.scheduler.VirtualTime;

/**
 * Slots in virtual time, whose trials report a falling loss and finish. Each event has its own
 * copies of its texts, as events in executors' messages have.
 */
final class CurveSlots implements Slots {

  private static final int SLOTS_A_HOST = 16;

  private final VirtualTime time;
  private final int reports;
  private final Duration between;
  private final String metric;
  private final Map<Long, TrialContext> running = new HashMap<>();
  private final Map<String, String> provenance = Machine.provenance();
  private Listener listener;
  private long arrived;
  private int present;

  /**
   * @param reports number of reports of a trial, the last one at its end
   * @param between time between two reports, within a tenth
   */
  CurveSlots(VirtualTime time, int reports, Duration between, String metric) {
    this.time = time;
    this.reports = reports;
    this.between = between;
    this.metric = metric;
  }

  @Override
  public void open(Listener listener) {
    this.listener = listener;
  }

  @Override
  public void want(int slots) {
    for (; present < slots; present++) {
      long slot = arrived++;
      long host = slot / SLOTS_A_HOST;
      listener.arrived(
          slot,
          new SlotLocation(host + "." + slot % SLOTS_A_HOST, "node-" + host, "cpu", provenance));
    }
  }

  @Override
  public void release(long slot) {
    present--;
  }

  @Override
  public void run(long slot, TrialContext trial) {
    running.put(slot, trial);
    SplittableRandom random = new SplittableRandom(trial.trial().hashCode());
    follow(slot, trial, 1, random.nextDouble(0.9, 1.1), random.nextDouble());
  }

  private void follow(long slot, TrialContext trial, int report, double pace, double loss) {
    time.after(
        Duration.ofNanos((long) (pace * between.toNanos())),
        () -> {
          if (running.get(slot) == trial) {
            reach(slot, trial, report, pace, loss);
          }
        });
  }

  private void reach(long slot, TrialContext trial, int report, double pace, double loss) {
    Map<String, Double> values = Map.of(metric, loss + 1.0 / report);
    Event.Measured measured =
        new Event.Measured(
            new String(trial.trial()), trial.attempt(), 100L * report, values, time.now());
    if (report < reports) {
      listener.reported(slot, List.of(measured), () -> {});
      follow(slot, trial, report + 1, pace, loss);
      return;
    }
    running.remove(slot);
    Map<String, String> facts =
        Map.of(
            Provenance.DATA_HASH,
            "d".repeat(64),
            Provenance.COMPUTE_SECONDS,
            String.valueOf(pace * reports * between.toMillis() / 1e3));
    listener.ended(
        slot,
        List.of(
            measured,
            new Event.Finished(
                new String(trial.trial()), trial.attempt(), values, facts, time.now())));
  }

  @Override
  public void stop(long slot, Stop stop) {
    throw new IllegalStateException("No rule ends a trial of this sweep");
  }

  @Override
  public void kill(long slot, String reason) {
    throw new IllegalStateException("No trial of this sweep times out");
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
