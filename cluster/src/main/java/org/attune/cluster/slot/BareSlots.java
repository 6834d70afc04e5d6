package org.attune.cluster.slot;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.attune.api.storage.Storage;
import org.attune.api.trial.Gpus;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialWork;
import org.attune.cluster.slot.SlotMessage.Station;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SteadyClock;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.scheduler.Slots;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.store.ThisHost;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slots that are threads of this process, on a machine without Spark. They leave in the sweep's
 * directory what {@link SparkSlots} leave: envelopes and checkpoints. So either may resume a sweep
 * that the other has begun.
 */
public final class BareSlots implements Slots {

  private static final Logger LOG = LoggerFactory.getLogger(BareSlots.class);

  /** How long a thread that was interrupted may take to end. */
  private static final long END_MILLIS = TimeUnit.SECONDS.toMillis(2);

  private static final String EXECUTOR = "bare";

  private final ServedRun run;
  private final Storage storage;
  private final TrialWork work;
  private final Gpus each;
  private final Envelopes envelopes;
  private final CheckpointCleaner checkpoints;
  private final SlotDesk desk = new SlotDesk(this::serves, new MessageForwarder());
  private final Map<Long, Worker> workers = new ConcurrentHashMap<>();
  private final Clock clock = SteadyClock.ofProcess();
  private Listener listener;
  private long started;
  private volatile boolean closed;

  /**
   * @param storage the sweep's directory
   * @param journal the sweep's journal, open in this process
   * @param work the trials' work
   * @param each the GPU share of each slot; {@link Gpus#NONE} for processors
   * @param judged metrics that the sweep's stopping rules use
   * @param patience the longest that a trial waits for the rules' decision
   */
  public BareSlots(
      Storage storage,
      SweepJournal journal,
      TrialWork work,
      Gpus each,
      Set<String> judged,
      Duration patience) {
    this.storage = storage;
    this.work = work;
    this.each = each;
    String sweep = journal.state().header().sweepId();
    this.run =
        new ServedRun(EXECUTOR, storage.describe(), sweep, journal.epoch(), judged, patience);
    this.envelopes = new Envelopes(storage, sweep);
    this.checkpoints = new CheckpointCleaner(storage);
  }

  private boolean serves(long slot) {
    return workers.containsKey(slot);
  }

  @Override
  public void open(Listener listener) {
    this.listener = listener;
  }

  @Override
  public void want(int slots) {
    while (workers.size() < slots) {
      Worker worker = new Worker(++started);
      workers.put(worker.number, worker);
      worker.start();
    }
  }

  @Override
  public void release(long slot) {
    desk.dismiss(slot);
  }

  @Override
  public void run(long slot, TrialContext trial) {
    desk.assign(
        slot,
        new SlotReply.Assignment(
            trial,
            SweepLayout.envelope(run.epoch(), trial.trial(), trial.attempt()),
            clock.millis()));
  }

  @Override
  public void stop(long slot, Stop stop) {
    desk.stop(slot, new SlotReply.Stop(stop.reason(), stop.kind()));
  }

  @Override
  public void kill(long slot, String reason) {
    Worker worker = workers.get(slot);
    if (worker != null) {
      worker.end();
      gone(slot, reason);
    }
  }

  @Override
  public Optional<List<Event.OfAttempt>> leftBy(String trialId, int attempt, int epoch) {
    return envelopes.find(trialId, attempt, epoch);
  }

  @Override
  public void discard(List<String> paths) {
    checkpoints.delete(paths);
  }

  @Override
  public void discardAllBut(Set<String> paths) {
    checkpoints.deleteAllBut(paths);
  }

  @Override
  public void close() {
    closed = true;
    desk.close();
    List<Worker> last = List.copyOf(workers.values());
    last.stream().filter(worker -> desk.busy(worker.number)).forEach(Worker::end);
    try {
      long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_MILLIS);
      for (Worker worker : last) {
        worker.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    checkpoints.close();
  }

  /** Reports a slot's end, once. */
  private void gone(long slot, String reason) {
    if (workers.remove(slot) != null && !closed) {
      desk.forget(slot);
      listener.lost(slot, reason);
    }
  }

  /** A slot. */
  private final class Worker extends Thread {
    private final long number;
    private volatile boolean ended;

    Worker(long number) {
      super("slot-" + number);
      this.number = number;
      setDaemon(true);
    }

    /** Ends the slot and its attempt, which leaves no result. */
    void end() {
      ended = true;
      interrupt();
    }

    @Override
    public void run() {
      try {
        requireUsable();
        Station station =
            new Station(number, EXECUTOR, ThisHost.name(), each.device(), Machine.provenance());
        new SlotService(run, number, work, storage, desk::receive, () -> ended)
            .serve(station, each, this::requireUsable);
        workers.remove(number);
      } catch (Throwable failure) { // an Error must not leave a slot that nobody serves
        if (!ended) {
          LOG.warn("Slot {} is gone", number, failure);
        }
        gone(number, String.valueOf(failure.getMessage()));
      }
    }

    /** Fails the run if this process can compute no further trial: another process may. */
    private void requireUsable() {
      work.unusable()
          .or(() -> work.unusable(each))
          .ifPresent(
              reason -> {
                listener.failed(new IOException(reason));
                throw new IllegalStateException(reason);
              });
    }
  }

  /** Passes the slots' messages to the listener. */
  private final class MessageForwarder implements SlotDesk.Visitor {
    @Override
    public void arrived(long slot, Station station) {
      listener.arrived(slot, station.location(slot));
    }

    @Override
    public void reported(SlotMessage.Report report, Runnable durable) {
      listener.reported(report.slot(), Envelopes.events(report, clock.instant()), durable);
    }

    @Override
    public void done(long slot, Envelope envelope) {
      listener.ended(slot, Envelopes.events(envelope));
    }
  }
}
