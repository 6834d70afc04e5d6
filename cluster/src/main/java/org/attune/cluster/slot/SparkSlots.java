package org.attune.cluster.slot;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.attune.api.storage.Storage;
import org.attune.api.trial.Secrets;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialWork;
import org.attune.cluster.gpu.GpuPlan;
import org.attune.cluster.slot.SlotMessage.Station;
import org.attune.cluster.spark.ExecutorRoom;
import org.attune.cluster.spark.PageTab;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SteadyClock;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.scheduler.Slots;
import org.attune.sweeps.store.SweepLayout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slots on Spark's executors: long-lived tasks that pull trials by plugin messages.
 *
 * <p>Spark's message thread only passes messages to the {@link SlotDesk}, which answers from
 * prepared assignments.
 */
public final class SparkSlots implements Slots {

  private static final Logger LOG = LoggerFactory.getLogger(SparkSlots.class);

  /** The longest that a trial waits for the stopping rules' decision, which takes milliseconds. */
  public static final Duration PATIENCE = Duration.ofSeconds(1);

  /** The longest until a trial that checks in often hears that it is to stop, and tells its end. */
  public static final Duration LONGEST_SILENCE = BatchingReporter.ASK_EVERY.plusSeconds(1);

  private final JavaSparkContext spark;
  private final Secrets secrets;
  private final int epoch;
  private final Envelopes envelopes;
  private final String id = UUID.randomUUID().toString();
  private final SlotPool pool;
  private final SlotDesk desk;
  private final LostExecutors lostExecutors = new LostExecutors();
  private final Map<Long, String> executors = new ConcurrentHashMap<>();
  private final Map<Long, SlotTab.Row> shown = new ConcurrentSkipListMap<>();
  private final Set<Long> withdrawn = ConcurrentHashMap.newKeySet();
  private final Optional<SpreadWork> spreadWork;
  private final Optional<SpreadTrials> spread;
  private final Clock clock = SteadyClock.ofProcess();
  private final FalseStarts falseStarts = new FalseStarts(clock);
  private final CheckpointCleaner checkpoints;
  private Listener listener;
  private Optional<PageTab> tab = Optional.empty();

  /**
   * @param directory the sweep's directory, as executors open it
   * @param storage that directory, as the driver opens it
   * @param journal the sweep's journal, open in this driver
   * @param work the trials' work; a {@link SpreadWork} may take several slots for one trial
   * @param gpus the GPUs that slots get
   * @param judged metrics that the sweep's stopping rules use
   * @param secrets the secrets that each trial gets, in messages alone, since Spark stores its
   *     tasks' content
   * @param patience the longest that a trial waits for the rules' decision: {@link #PATIENCE}
   */
  public SparkSlots(
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
    this.envelopes = new Envelopes(storage, journal.state().header().sweepId());
    this.checkpoints = new CheckpointCleaner(storage);
    ServedRun run =
        new ServedRun(id, directory, journal.state().header().sweepId(), epoch, judged, patience);
    this.pool = new SlotPool(spark, new Slot(run, work, gpus), this::ended);
    this.desk = new SlotDesk(this::serves, new MessageForwarder());
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
    tab = SlotTab.show(spark.sc(), clock, () -> List.copyOf(shown.values()));
  }

  /**
   * {@inheritDoc}
   *
   * <p>As many slots wait in Spark's queue as have arrived; at first, as many as Spark reports
   * cores. So a thousand slots start in ten rounds, and an executor that joins late or returns gets
   * a slot. While a trial is spread, no slot waits in the queue. The trial's room is briefly free
   * between its jobs, and no slot may take it.
   */
  @Override
  public void want(int slots) {
    int arrived = executors.size();
    int taken = spread.map(SpreadTrials::room).orElse(0);
    int most =
        taken == 0
            ? Math.min(slots, Math.max(2 * Math.max(1, arrived), spark.defaultParallelism()))
            : Math.min(slots, ExecutorRoom.of(spark.sc())) - taken;
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
            SweepLayout.envelope(epoch, trial.trial(), trial.attempt()),
            clock.millis());
    show(slot, trial.trial() + ", attempt " + trial.attempt());
    if (spreadWork.filter(work -> work.workers(trial) > 0).isEmpty()) {
      desk.assign(slot, assignment);
      return;
    }
    desk.begin(slot, assignment);
    spread.orElseThrow().start(slot, assignment);
    withdrawWaiting(); // before room is free, or they take it
    others.forEach(desk::dismiss);
    desk.dismiss(slot);
  }

  private void show(long slot, String trial) {
    shown.computeIfPresent(
        slot, (n, row) -> new SlotTab.Row(n, row.executor(), row.host(), trial, clock.instant()));
  }

  private void withdrawWaiting() {
    for (long slot : pool.numbers()) {
      if (withdraws(slot)) {
        pool.kill(slot, "a trial is spread over its room");
      }
    }
  }

  /**
   * Withdraws a slot that has not arrived; returns whether it did. A withdrawn slot cannot arrive
   * later.
   */
  private boolean withdraws(long slot) {
    synchronized (withdrawn) {
      if (executors.containsKey(slot)) {
        return false;
      }
      withdrawn.add(slot);
      return true;
    }
  }

  /** Records a slot's arrival; returns false if the slot was withdrawn or has already ended. */
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

  /**
   * Ends the slots of lost executors.
   *
   * <p>Spark does not count a task lost with its worker as failed. It queues the task again, behind
   * the slots that hold the remaining cores. These slots would wait for the task's trial.
   */
  private final class LostExecutors extends SparkListener {
    @Override
    public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
      executors.forEach(
          (slot, executor) -> {
            if (executor.equals(event.executorId())) {
              pool.kill(slot, "Spark has lost executor " + executor);
            }
          });
    }
  }

  /**
   * Handles the end of a slot's job. A slot's job ends only after its release, or after a failure.
   */
  private void ended(long slot, Optional<Throwable> cause) {
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
      cause.ifPresent(why -> LOG.warn("Slot {} is gone", slot, why));
      listener.lost(slot, cause.map(SlotLoss::reason).orElse("no reason given"));
    } else if (cause.isPresent()) {
      LOG.warn("Slot {} died before it asked for a trial", slot, cause.get());
      falseStarts.died(cause.get(), !executors.isEmpty()).ifPresent(listener::failed);
    }
  }

  @Override
  public void close() {
    if (tab.isPresent()) {
      tab.get().close();
    }
    desk.close(); // first: waiting slots would keep the pool open
    spread.ifPresent(SpreadTrials::close);
    pool.close(desk::busy);
    SlotPlugin.disconnect(id);
    spark.sc().removeSparkListener(lostExecutors);
    checkpoints.close();
  }

  /** Passes the slots' messages to the listener. */
  private final class MessageForwarder implements SlotDesk.Visitor {
    @Override
    public void arrived(long slot, Station station) {
      falseStarts.arrived();
      if (!arrives(slot, station.executor())) {
        desk.dismiss(slot); // Spark started its job after its cancellation
        return;
      }
      pool.arrived(slot, station.task());
      shown.put(
          slot, new SlotTab.Row(slot, station.executor(), station.host(), "", clock.instant()));
      listener.arrived(slot, station.location(slot));
    }

    @Override
    public void reported(SlotMessage.Report report, Runnable durable) {
      listener.reported(report.slot(), Envelopes.events(report, clock.instant()), durable);
    }

    @Override
    public void done(long slot, Envelope envelope) {
      show(slot, "");
      listener.ended(slot, Envelopes.events(envelope));
    }
  }
}
