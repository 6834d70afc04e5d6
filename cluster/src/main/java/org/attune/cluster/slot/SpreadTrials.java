package org.attune.cluster.slot;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.apache.spark.api.java.JavaSparkContext;
import org.attune.api.storage.Storage;
import org.attune.cluster.spark.DaemonThreads;
import org.attune.sweeps.event.SteadyClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The trials that run on several workers at once, each from one of the driver's threads.
 *
 * <p>Such a trial has the number of the slot that received it, and sends that slot's messages. So
 * the loop receives its reports and stops it like any other trial. Its Spark jobs form their own
 * group. When a worker is lost, this class cancels the group, although Spark could run the tasks
 * elsewhere. The journal then records the attempt as it ran, and the next attempt uses the
 * remaining room.
 */
final class SpreadTrials implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SpreadTrials.class);
  private static final long END_SECONDS = 10;

  private final JavaSparkContext spark;
  private final Storage storage;
  private final ServedRun run;
  private final SpreadWork work;
  private final SlotDesk desk;
  private final BiConsumer<Long, String> onEnd;
  private final JobExecutors executors;
  private final Map<Long, Running> running = new ConcurrentHashMap<>();
  private final ExecutorService threads = DaemonThreads.many("spread-trial");
  private volatile boolean closing;

  /** A running trial. Its thread is interrupted only while it serves the trial. */
  static final class Running {
    final int room;
    final CountDownLatch slotGone = new CountDownLatch(1);
    private boolean cutShort;
    private Optional<Thread> thread = Optional.empty();

    Running(int room) {
      this.room = room;
    }

    /** This thread serves the trial from now on. */
    synchronized void begin() throws InterruptedException {
      if (cutShort) {
        throw new InterruptedException("ended before it began");
      }
      thread = Optional.of(Thread.currentThread());
    }

    /** This thread no longer serves the trial; it may serve others. */
    synchronized void end() {
      thread = Optional.empty();
      Thread.interrupted(); // it was meant for this trial
    }

    /** Ends the trial, also if its thread has yet to begin. */
    synchronized void cutShort() {
      cutShort = true;
      thread.ifPresent(Thread::interrupt);
    }

    synchronized boolean isCutShort() {
      return cutShort;
    }
  }

  /**
   * @param desk receives the trials' messages
   * @param onEnd receives the slot's number and the reason for its end, once its trial is over
   */
  SpreadTrials(
      JavaSparkContext spark,
      Storage storage,
      ServedRun run,
      SpreadWork work,
      SlotDesk desk,
      BiConsumer<Long, String> onEnd) {
    this.spark = spark;
    this.storage = storage;
    this.run = run;
    this.work = work;
    this.desk = desk;
    this.onEnd = onEnd;
    this.executors = new JobExecutors(this::executorLost);
    spark.sc().addSparkListener(executors);
  }

  /** The number of slots whose room the running trials take. */
  int room() {
    return running.values().stream().mapToInt(trial -> trial.room).sum();
  }

  /** Whether a slot's trial is spread over workers. */
  boolean has(long number) {
    return running.containsKey(number);
  }

  /** Starts a trial. */
  void start(long number, SlotReply.Assignment assignment) {
    Running trial = new Running(Math.max(1, work.workers(assignment.trial())));
    running.put(number, trial);
    threads.execute(() -> serve(number, assignment, trial));
  }

  private void serve(long number, SlotReply.Assignment assignment, Running trial) {
    String reason = "its trial on several workers is over";
    try {
      trial.begin();
      String what = assignment.trial().trial() + ", attempt " + assignment.trial().attempt();
      trial.slotGone.await();
      spark.setJobGroup(group(number), "Attune trial " + what, true);
      new AttemptRun(
              run,
              number,
              assignment.givenAt(SteadyClock.ofProcess().millis()), // it waited for room
              storage,
              desk::receive,
              trial::isCutShort)
          .run((context, reporter) -> work.spread(spark, context, reporter));
    } catch (Throwable e) { // Spark throws checked exceptions undeclared
      LOG.warn("Trial {} on several workers ended without a result", assignment.trial(), e);
      reason = SlotLoss.reason(e);
    } finally {
      trial.end();
      spark.clearJobGroup();
      executors.forget(group(number));
      running.remove(number);
      desk.forget(number);
    }
    if (!closing) {
      onEnd.accept(number, reason);
    }
  }

  /** Records that the slot that received a trial has freed its room for the trial. */
  void slotGone(long number) {
    Running trial = running.get(number);
    if (trial != null) {
      trial.slotGone.countDown();
    }
  }

  /** Ends a trial; the attempt leaves no result. */
  void kill(long number, String reason) {
    Running trial = running.get(number);
    if (trial != null) {
      LOG.warn("Ending the trial of slot {}: {}", number, reason);
      trial.cutShort();
      spark.sc().cancelJobGroup(group(number));
    }
  }

  private void executorLost(String group) {
    LOG.warn("Cancelling the jobs of {}: one of its workers is lost", group);
    spark.sc().cancelJobGroup(group);
  }

  private String group(long number) {
    return run.id() + "-spread-" + number;
  }

  @Override
  public void close() {
    closing = true;
    running.keySet().forEach(number -> kill(number, "the run ends"));
    threads.shutdown();
    try {
      if (!threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("{} trials did not end within {} s", running.size(), END_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    spark.sc().removeSparkListener(executors);
  }
}
