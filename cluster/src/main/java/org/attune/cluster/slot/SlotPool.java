package org.attune.cluster.slot;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.JavaConverters;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/**
 * The Spark jobs that are the slots of a run.
 *
 * <p>The driver's loop keeps more slots started than have shown up: they wait in Spark's queue and
 * take whatever capacity appears, an executor that joins late or comes back included. On executors
 * each slot is a job of its own, for a task that fails ends its job: so an executor takes only its
 * own slots with it. In one process there is no executor to lose, and slots that are started
 * together are one job, whose tasks cost a fifth of as many jobs.
 */
final class SlotPool {

  private static final Logger LOG = LoggerFactory.getLogger(SlotPool.class);
  private static final long QUIT_MILLIS = 300; // for those that Spark starts only now
  private static final long POLL_MILLIS = 10;
  private static final long END_SECONDS = 10;

  private final JavaSparkContext spark;
  private final String run;
  private final boolean together;
  private final SlotTask task;
  private final BiConsumer<Long, Throwable> onLost;
  private final Map<Long, Job> running = new ConcurrentHashMap<>();
  private final Map<Long, Long> tasks = new ConcurrentHashMap<>();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "slots");
            thread.setDaemon(true);
            return thread;
          });
  private long started;
  private volatile boolean closing;

  /** Slots that are started together. */
  private record Job(long first, int slots, String group) {
    List<Long> numbers() {
      return LongStream.range(first, first + slots).boxed().toList();
    }
  }

  /**
   * @param onLost is told, from any thread, of a slot that ended before the pool was closed
   */
  SlotPool(JavaSparkContext spark, Slot slot, BiConsumer<Long, Throwable> onLost) {
    this.spark = spark;
    this.run = slot.run().id();
    this.together = spark.sc().isLocal();
    this.task = new SlotTask(slot, !together);
    this.onLost = onLost;
  }

  /** Starts so many slots more. */
  void start(int slots) {
    int each = together ? slots : 1;
    for (int left = slots; left > 0; left -= each) {
      Job job = new Job(started + 1, each, run + "-slot-" + (started + 1));
      started += each;
      job.numbers().forEach(number -> running.put(number, job));
      threads.execute(() -> serve(job));
    }
  }

  /** A slot has shown up, as a task of Spark's. */
  void arrived(long number, long task) {
    tasks.put(number, task);
  }

  /** Whether a slot is started and has not ended: one that has must not be given a trial. */
  boolean has(long number) {
    return running.containsKey(number);
  }

  /** The slots that are started and have not ended. */
  Set<Long> numbers() {
    return Set.copyOf(running.keySet());
  }

  /** How many slots are started and have not ended, waiting ones included. */
  int size() {
    return running.size();
  }

  /**
   * Ends a slot and what runs in it, by interrupting its task. One of several that has not shown up
   * stays in Spark's queue.
   */
  void kill(long number, String reason) {
    Job job = running.get(number);
    Long shownUp = tasks.get(number);
    if (job == null) {
      return;
    }
    LOG.warn("Ending slot {}: {}", number, reason);
    if (job.slots() == 1) {
      spark.sc().cancelJobGroup(job.group());
    } else if (shownUp != null) {
      // Spark runs the task once more, which ends at once; a thread that does not heed its
      // interruption must not keep the slot's end from being known.
      spark.sc().killTaskAttempt(shownUp, true, reason);
      ended(number, new IOException(reason));
    }
  }

  private void serve(Job job) {
    Throwable failure = null;
    try {
      spark.setJobGroup(job.group(), "Attune slots from " + job.first(), true);
      spark
          .sc()
          .runJob(
              spark.parallelize(job.numbers(), job.slots()).rdd(),
              task,
              JavaConverters.asScalaBuffer(
                      IntStream.range(0, job.slots()).<Object>mapToObj(i -> i).toList())
                  .toSeq(),
              new Ends(job),
              ClassTag$.MODULE$.apply(String.class));
    } catch (Throwable e) { // Spark throws checked exceptions that Java's signature does not name
      failure = e;
    } finally {
      for (long number : job.numbers()) {
        ended(number, failure);
      }
    }
  }

  /** Hears of each task's end, on a thread of Spark's. */
  private final class Ends extends AbstractFunction2<Object, String, BoxedUnit> {
    private final Job job;

    Ends(Job job) {
      this.job = job;
    }

    @Override
    public BoxedUnit apply(Object index, String failure) {
      ended(job.first() + (int) index, failure.isEmpty() ? null : new IOException(failure));
      return BoxedUnit.UNIT;
    }
  }

  private void ended(long number, Throwable failure) {
    tasks.remove(number);
    if (running.remove(number) != null && !closing) {
      onLost.accept(number, failure);
    }
  }

  /**
   * Ends all slots. Idle ones quit when they ask next, and are waited for: a job that is cancelled
   * counts as failed in Spark's UI. The others are cancelled.
   *
   * @param busy which slots have a trial
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

  /** Waits for the slots that have shown up and have no trial, but not for one that hangs. */
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
