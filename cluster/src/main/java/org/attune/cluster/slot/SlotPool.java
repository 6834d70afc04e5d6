package org.attune.cluster.slot;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.apache.spark.api.java.JavaSparkContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.JavaConverters;
import scala.collection.Seq;
import scala.reflect.ClassTag$;
import scala.runtime.BoxedUnit;

/**
 * The one-task Spark jobs that are the slots of a run.
 *
 * <p>The driver's loop keeps one more slot started than have shown up: it waits in Spark's queue
 * and takes whatever capacity appears, an executor that joins late or comes back included.
 */
final class SlotPool implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SlotPool.class);
  private static final long END_SECONDS = 10;
  private static final Seq<Object> FIRST_PARTITION =
      JavaConverters.asScalaBuffer(List.<Object>of(0)).toSeq();

  private final JavaSparkContext spark;
  private final Slot slot;
  private final SlotTask task;
  private final BiConsumer<Long, Throwable> onLost;
  private final Set<Long> running = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "slot");
            thread.setDaemon(true);
            return thread;
          });
  private long started;
  private volatile boolean closing;

  /**
   * @param onLost is told, from another thread, of a slot that ended before the pool was closed
   */
  SlotPool(JavaSparkContext spark, Slot slot, BiConsumer<Long, Throwable> onLost) {
    this.spark = spark;
    this.slot = slot;
    this.task = new SlotTask(slot);
    this.onLost = onLost;
  }

  /** Starts another slot; returns its number. */
  long start() {
    long number = ++started;
    running.add(number);
    threads.execute(() -> serve(number));
    return number;
  }

  /** Whether a slot is started and has not ended: one that has must not be given a trial. */
  boolean has(long number) {
    return running.contains(number);
  }

  /** The slots that are started and have not ended. */
  Set<Long> numbers() {
    return Set.copyOf(running);
  }

  /** How many slots are started and have not ended, waiting ones included. */
  int size() {
    return running.size();
  }

  /** Ends a slot and what runs in it, by interrupting its task. */
  void kill(long number, String reason) {
    LOG.warn("Ending slot {}: {}", number, reason);
    spark.sc().cancelJobGroup(group(number));
  }

  private void serve(long number) {
    Throwable failure = null;
    try {
      spark.setJobGroup(group(number), "Attune slot " + number, true);
      spark
          .sc()
          .runJob(
              spark.parallelize(List.of(number), 1).rdd(),
              task,
              FIRST_PARTITION,
              ClassTag$.MODULE$.apply(BoxedUnit.class));
    } catch (Throwable e) { // Spark throws checked exceptions that Java's signature does not name
      failure = e;
    } finally {
      running.remove(number);
    }
    if (!closing) {
      onLost.accept(number, failure);
    }
  }

  private String group(long number) {
    return slot.run() + "-slot-" + number;
  }

  /**
   * Ends all slots: those that have quit by themselves are waited for, the others are cancelled.
   */
  @Override
  public void close() {
    closing = true;
    for (long number : running) {
      spark.sc().cancelJobGroup(group(number));
    }
    threads.shutdown();
    try {
      if (!threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("{} slots did not end within {} s", running.size(), END_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
