package org.attune.cluster.slot;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.attune.cluster.spark.DaemonThreads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Spark jobs that are a run's slots.
 *
 * <p>The driver's loop starts more slots than have arrived. The others wait in Spark's queue and
 * take any new capacity, including an executor that joins late or returns. On executors each slot
 * is its own job. A failed task ends its job, so a lost executor takes only its own slots with it.
 * A single process has no executor to lose. There, slots that start together are one job, whose
 * tasks cost a fifth of as many jobs.
 */
final class SlotPool {

  private static final Logger LOG = LoggerFactory.getLogger(SlotPool.class);
  private static final long QUIT_MILLIS = 300; // for slots that Spark starts only now
  private static final long POLL_MILLIS = 10;
  private static final long END_SECONDS = 10;

  private final JavaSparkContext spark;
  private final String run;
  private final boolean together;
  private final SlotTask task;
  private final BiConsumer<Long, Optional<Throwable>> onLost;
  private final Map<Long, Job> running = new ConcurrentHashMap<>();
  private final Map<Long, Long> tasks = new ConcurrentHashMap<>();
  private final Map<Long, String> killed = new ConcurrentHashMap<>(); // slots, and why
  private final ExecutorService threads = DaemonThreads.many("slots");
  private long started;
  private volatile boolean closing;

  /** Slots that start together. */
  private record Job(long first, int slots, String group) {
    List<Long> numbers() {
      return LongStream.range(first, first + slots).boxed().toList();
    }
  }

  /**
   * @param onLost receives, from any thread, each slot that ended before the pool was closed
   */
  SlotPool(JavaSparkContext spark, Slot slot, BiConsumer<Long, Optional<Throwable>> onLost) {
    this.spark = spark;
    this.run = slot.run().id();
    this.together = spark.sc().isLocal();
    this.task = new SlotTask(slot, !together);
    this.onLost = onLost;
  }

  /** Starts more slots. */
  void start(int slots) {
    int each = together ? slots : 1;
    for (int left = slots; left > 0; left -= each) {
      Job job = new Job(started + 1, each, run + "-slot-" + (started + 1));
      started += each;
      job.numbers().forEach(number -> running.put(number, job));
      threads.execute(() -> serve(job));
    }
  }

  /** Records that a slot has arrived as a Spark task. */
  void arrived(long number, long task) {
    tasks.put(number, task);
  }

  /** Whether a slot has started and not ended. An ended slot must not get a trial. */
  boolean has(long number) {
    return running.containsKey(number);
  }

  /** The slots that have started and not ended. */
  Set<Long> numbers() {
    return Set.copyOf(running.keySet());
  }

  /** The number of slots that have started and not ended, waiting ones included. */
  int size() {
    return running.size();
  }

  /**
   * Ends a slot and its trial by interrupting its task. If the slot shares its job and has not
   * arrived yet, it stays in Spark's queue.
   */
  void kill(long number, String reason) {
    Job job = running.get(number);
    Long shownUp = tasks.get(number);
    if (job == null) {
      return;
    }
    LOG.warn("Ending slot {}: {}", number, reason);
    killed.put(number, reason);
    if (job.slots() == 1) {
      spark.sc().cancelJobGroup(job.group());
    } else if (shownUp != null) {
      // Spark runs the task again, and that attempt ends at once. The pool reports the end now,
      // since a thread may ignore its interruption.
      spark.sc().killTaskAttempt(shownUp, true, reason);
      ended(number, Optional.of(new IOException(reason)));
    }
  }

  private void serve(Job job) {
    Optional<Throwable> failure = Optional.empty();
    try {
      spark.setJobGroup(job.group(), "Attune slots from " + job.first(), true);
      task.run(
          spark,
          job.numbers(),
          (index, failed) ->
              ended(
                  job.first() + index,
                  failed.isEmpty() ? Optional.empty() : Optional.of(new IOException(failed))));
    } catch (Throwable e) { // Spark throws checked exceptions undeclared
      failure = Optional.of(e);
    } finally {
      for (long number : job.numbers()) {
        ended(number, failure);
      }
    }
  }

  /** Reports a slot's end; of a slot that was killed with the reason, not with Spark's words. */
  private void ended(long number, Optional<Throwable> failure) {
    tasks.remove(number);
    if (running.remove(number) != null && !closing) {
      String reason = killed.remove(number);
      onLost.accept(
          number,
          reason == null ? failure : Optional.of(new IOException(reason, failure.orElse(null))));
    }
  }

  /**
   * Ends all slots. Idle slots quit at their next request, and the pool waits for them, since
   * Spark's UI shows a cancelled job as failed. The pool cancels the others.
   *
   * @param busy whether a slot has a trial
   */
  void close(LongPredicate busy) {
    closing = true;
    threads.shutdown();
    try {
      awaitIdle(busy);
      if (threads.awaitTermination(QUIT_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
      cancelAll();
      if (!threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("{} slots did not end within {} s", running.size(), END_SECONDS);
      }
    } catch (InterruptedException e) {
      cancelAll();
      Thread.currentThread().interrupt();
    }
  }

  /** Waits, for a limited time, until all arrived slots without a trial have quit. */
  private void awaitIdle(LongPredicate busy) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
    while (tasks.keySet().stream().anyMatch(number -> !busy.test(number))
        && System.nanoTime() < until) {
      if (threads.awaitTermination(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }

  private void cancelAll() {
    running.values().stream()
        .map(Job::group)
        .distinct()
        .forEach(group -> spark.sc().cancelJobGroup(group));
  }
}
