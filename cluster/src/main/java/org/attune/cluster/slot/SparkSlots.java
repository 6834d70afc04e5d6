package org.attune.cluster.slot;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.spark.api.java.JavaSparkContext;
import org.attune.cluster.gpu.GpuPlan;
import org.attune.cluster.slot.SlotMessage.Station;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.scheduler.Place;
import org.attune.sweeps.scheduler.Slots;
import org.attune.sweeps.store.Storage;
import org.attune.sweeps.trial.Secrets;
import org.attune.sweeps.trial.TrialContext;
import org.attune.sweeps.trial.TrialWork;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;

/**
 * Slots on Spark's executors: long-lived tasks that pull trials by plugin messages.
 *
 * <p>Spark's thread that brings the messages only leaves them with the {@link SlotDesk}, which
 * answers with what was laid ready.
 */
public final class SparkSlots implements Slots {

  private static final Logger LOG = LoggerFactory.getLogger(SparkSlots.class);

  /** How long a trial waits for what stopping rules say of a report, which is milliseconds. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final JavaSparkContext spark;
  private final Secrets secrets;
  private final int epoch;
  private final Envelopes envelopes;
  private final String id = UUID.randomUUID().toString();
  private final SlotPool pool;
  private final SlotDesk desk;
  private final LostExecutors lostExecutors = new LostExecutors(this::executorLost);
  private final Map<Long, String> executors = new ConcurrentHashMap<>();
  private final Map<Long, SlotTab.Row> shown = new ConcurrentSkipListMap<>();
  private final Set<Long> withdrawn = ConcurrentHashMap.newKeySet();
  private final Optional<SpreadWork> spreadWork;
  private final Optional<SpreadTrials> spread;
  private final FalseStarts falseStarts = new FalseStarts(Clock.systemUTC());
  private final CheckpointFolder checkpoints;
  private Listener listener;
  private Option<SlotTab> tab = Option.empty();

  /**
   * @param directory the sweep's, as executors open it
   * @param storage the same, as the driver has it
   * @param journal of the sweep, open in this driver
   * @param work of the trials; a {@link SpreadWork} may take several slots for one
   * @param gpus that slots get
   * @param judged metrics that the sweep's stopping rules go by
   * @param secrets that each trial gets: in messages alone, for Spark stores what its tasks hold
   */
  public SparkSlots(
      JavaSparkContext spark,
      String directory,
      Storage storage,
      SweepJournal journal,
      TrialWork work,
      GpuPlan gpus,
      Set<String> judged,
      Secrets secrets) {
    this(spark, directory, storage, journal, work, gpus, judged, secrets, PATIENCE);
  }

  SparkSlots(
      JavaSparkContext spark,
      String directory,
      Storage storage,
      SweepJournal journal,
      TrialWork work,
      GpuPlan gpus,
      Set<String> judged,
      Secrets secrets,
      Duration patience) {
    this.spark = spark;
    this.secrets = secrets;
    this.epoch = journal.epoch();
    this.envelopes = new Envelopes(storage);
    this.checkpoints = new CheckpointFolder(storage);
    ServedRun run =
        new ServedRun(id, directory, journal.state().header().sweepId(), epoch, judged, patience);
    this.pool = new SlotPool(spark, new Slot(run, work, gpus), this::ended);
    this.desk = new SlotDesk(this::serves, new Heard());
    this.spreadWork = work instanceof SpreadWork some ? Optional.of(some) : Optional.empty();
    this.spread =
        spreadWork.map(some -> new SpreadTrials(spark, storage, run, some, desk, this::spreadOver));
  }

  private boolean serves(long slot) {
    return pool.has(slot) || spread.filter(trials -> trials.has(slot)).isPresent();
  }

  @Override
  public void open(Listener listener) {
    this.listener = listener;
    SlotPlugin.connect(id, desk);
    spark.sc().addSparkListener(lostExecutors);
    tab = SlotTab.show(spark.sc(), () -> List.copyOf(shown.values()));
  }

  /**
   * {@inheritDoc}
   *
   * <p>As many slots wait in Spark's queue as have arrived, and at first as many as Spark says that
   * there are cores: so a thousand start in ten rounds, and an executor that joins late or comes
   * back is taken. While a trial is spread none waits, and its room is left alone: it is free for
   * moments between the trial's jobs.
   */
  @Override
  public void want(int slots) {
    int arrived = executors.size();
    int taken = spread.map(SpreadTrials::room).orElse(0);
    int most =
        taken == 0
            ? Math.min(slots, Math.max(2 * Math.max(1, arrived), spark.defaultParallelism()))
            : Math.min(slots, Room.of(spark.sc())) - taken;
    if (pool.size() < most && !falseStarts.pausing()) {
      pool.start(most - pool.size());
    }
  }

  @Override
  public int room(TrialContext trial) {
    return Math.max(1, spreadWork.map(work -> work.workers(trial)).orElse(1));
  }

  @Override
  public void release(long slot) {
    desk.dismiss(slot);
  }

  @Override
  public void run(long slot, TrialContext trial) {
    run(slot, List.of(), trial);
  }

  @Override
  public void run(long slot, List<Long> others, TrialContext trial) {
    SlotReply.Assignment assignment =
        new SlotReply.Assignment(
            trial.with(secrets),
            Envelope.path(epoch, trial.trial(), trial.attempt()),
            System.currentTimeMillis());
    show(slot, trial.trial() + ", attempt " + trial.attempt());
    if (spreadWork.filter(work -> work.workers(trial) > 0).isEmpty()) {
      desk.assign(slot, assignment);
      return;
    }
    desk.begin(slot, assignment);
    spread.orElseThrow().start(slot, assignment);
    withdrawWaiting(); // before the room is free, or it would be theirs
    others.forEach(desk::dismiss);
    desk.dismiss(slot);
  }

  private void show(long slot, String trial) {
    shown.computeIfPresent(
        slot, (n, row) -> new SlotTab.Row(n, row.executor(), row.host(), trial, Instant.now()));
  }

  private void withdrawWaiting() {
    for (long slot : pool.numbers()) {
      if (withdraws(slot)) {
        pool.kill(slot, "a trial is spread over its room");
      }
    }
  }

  /** Whether a slot that has not arrived will not, from now on. */
  private boolean withdraws(long slot) {
    synchronized (withdrawn) {
      if (executors.containsKey(slot)) {
        return false;
      }
      withdrawn.add(slot);
      return true;
    }
  }

  /** Whether a slot arrives, which it does unless it was withdrawn or has ended before. */
  private boolean arrives(long slot, String executor) {
    synchronized (withdrawn) {
      if (withdrawn.contains(slot) || !pool.has(slot)) {
        return false;
      }
      executors.put(slot, executor);
      return true;
    }
  }

  private void spreadOver(long slot, String reason) {
    executors.remove(slot);
    shown.remove(slot);
    listener.lost(slot, reason);
  }

  @Override
  public void stop(long slot, Stop stop) {
    desk.stop(slot, new SlotReply.Stop(stop.reason(), stop.kind()));
  }

  @Override
  public void kill(long slot, String reason) {
    spread.ifPresent(trials -> trials.kill(slot, reason));
    pool.kill(slot, reason);
  }

  @Override
  public Optional<List<Event.OfAttempt>> leftBy(String trialId, int attempt, int of) {
    return envelopes.find(trialId, attempt, of);
  }

  @Override
  public void discard(List<String> paths) {
    checkpoints.delete(paths);
  }

  @Override
  public void discardAllBut(Set<String> paths) {
    checkpoints.deleteAllBut(paths);
  }

  /** Ends the slots that were on an executor: Spark would only queue their tasks again. */
  private void executorLost(String executor) {
    executors.forEach(
        (slot, of) -> {
          if (of.equals(executor)) {
            pool.kill(slot, "executor " + executor + " was lost");
          }
        });
  }

  /** A slot's job is over, which it is only when it was released or something went wrong. */
  private void ended(long slot, Throwable cause) {
    if (spread.filter(trials -> trials.has(slot)).isPresent()) {
      spread.orElseThrow().slotGone(slot);
      return;
    }
    desk.forget(slot);
    shown.remove(slot);
    boolean arrived;
    synchronized (withdrawn) {
      arrived = executors.remove(slot) != null;
      if (withdrawn.remove(slot)) {
        return;
      }
    }
    if (arrived) {
      if (cause != null) {
        LOG.warn("Slot {} is gone", slot, cause);
      }
      listener.lost(slot, cause == null ? "no reason given" : firstLine(cause));
    } else if (cause != null) {
      LOG.warn("Slot {} died before it asked for a trial", slot, cause);
      falseStarts.died(cause, !executors.isEmpty()).ifPresent(listener::failed);
    }
  }

  private static String firstLine(Throwable cause) {
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }

  @Override
  public void close() {
    if (tab.isDefined()) {
      tab.get().close();
    }
    desk.close(); // first of all: a slot that is told to wait would keep the pool from closing
    spread.ifPresent(SpreadTrials::close);
    pool.close(desk::busy);
    SlotPlugin.disconnect(id);
    spark.sc().removeSparkListener(lostExecutors);
    checkpoints.close();
  }

  /** Passes what the slots say on. */
  private final class Heard implements SlotDesk.Visitor {
    @Override
    public void arrived(long slot, Station station) {
      falseStarts.arrived();
      if (!arrives(slot, station.executor())) {
        desk.dismiss(slot); // its job came to Spark after it was cancelled
        return;
      }
      pool.arrived(slot, station.task());
      shown.put(slot, new SlotTab.Row(slot, station.executor(), station.host(), "", Instant.now()));
      listener.arrived(
          slot,
          new Place(
              station.executor() + "." + slot,
              station.host(),
              station.device(),
              station.provenance()));
    }

    @Override
    public void reported(
        long slot, String trial, int attempt, List<Sample> samples, Runnable durable) {
      listener.reported(slot, Envelopes.measured(trial, attempt, samples), durable);
    }

    @Override
    public void saved(long slot, String trial, int attempt, SavedFile file) {
      listener.reported(slot, List.of(Envelopes.saved(trial, attempt, file)), () -> {});
    }

    @Override
    public void done(long slot, Envelope envelope) {
      show(slot, "");
      listener.ended(slot, Envelopes.events(envelope));
    }
  }
}
