package org.attune.cluster.slot;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.attune.sweeps.trial.Checkpoints;
import org.attune.sweeps.trial.TrialWork;

/**
 * Sends samples on in batches, so a fast trial costs few messages, and keeps those for the envelope
 * that the journal may not have: some tenths of a second of them, however long the trial.
 *
 * <p>Work that asks what the stopping rules say waits until the journal has its report: by then
 * they have decided, so a trial that is ended takes no step more. Its patience has an end; what is
 * decided later it hears at its next report, or when it checks in.
 */
final class BatchingReporter implements TrialWork.Reporter {

  private static final long SEND_EVERY_NANOS = 100_000_000L;
  private static final long ASK_EVERY_NANOS = 5_000_000_000L; // where the journal has all samples

  /**
   * A trial waits while the journal is so many samples behind: an overloaded driver's queue ends.
   */
  private static final int MOST_KEPT = 10_000;

  private static final long FIRST_WAIT_NANOS = 500_000L; // doubled each time it asks in vain
  private static final long LONGEST_WAIT_NANOS = 512 * FIRST_WAIT_NANOS;

  private final Function<List<Sample>, SlotReply> send;
  private final Checkpoints checkpoints;
  private final Set<String> judged;
  private final long patience;
  private final LongSupplier nanos;
  private final LongSupplier millis;
  private final Deque<Sample> kept = new ArrayDeque<>();
  private long reported;
  private long sent;
  private long dropped;
  private long lastStep;
  private long sentAt;
  private Optional<SlotReply.Stop> stop = Optional.empty();
  private boolean dismissed;
  private String output = "";

  /**
   * @param send takes samples to the driver; none, to ask what it has to say by now
   * @param judged metrics that stopping rules go by
   * @param patience how long it waits for what they say of a report
   * @param nanos a clock that never jumps
   * @param millis since 1970, by the driver's clock
   */
  BatchingReporter(
      Function<List<Sample>, SlotReply> send,
      Checkpoints checkpoints,
      Set<String> judged,
      Duration patience,
      LongSupplier nanos,
      LongSupplier millis) {
    this.send = send;
    this.checkpoints = checkpoints;
    this.judged = judged;
    this.patience = patience.toNanos();
    this.nanos = nanos;
    this.millis = millis;
    this.sentAt = nanos.getAsLong() - SEND_EVERY_NANOS;
  }

  @Override
  public Checkpoints checkpoints() {
    return checkpoints;
  }

  @Override
  public void report(long step, Map<String, Double> values) throws TrialWork.StoppedException {
    keep(step, values);
    if (nanos.getAsLong() - sentAt >= SEND_EVERY_NANOS) {
      send();
    }
    if (kept.size() >= MOST_KEPT) {
      send();
      awaitJournal(MOST_KEPT, Long.MAX_VALUE);
    }
  }

  @Override
  public void checkIn() throws TrialWork.StoppedException {
    long every = kept.isEmpty() ? ASK_EVERY_NANOS : SEND_EVERY_NANOS;
    if (nanos.getAsLong() - sentAt >= every) {
      send();
    }
  }

  @Override
  public void reportAndAwait(long step, Map<String, Double> values)
      throws TrialWork.StoppedException {
    if (values.keySet().stream().noneMatch(judged::contains)) {
      report(step, values);
      return;
    }
    keep(step, values);
    send();
    awaitJournal(1, patience);
  }

  private void keep(long step, Map<String, Double> values) {
    kept.add(new Sample(step, Map.copyOf(values), millis.getAsLong()));
    reported++;
    lastStep = Math.max(lastStep, step);
  }

  /** Waits until the journal lacks fewer than so many samples. */
  private void awaitJournal(int fewer, long atMost) throws TrialWork.StoppedException {
    long since = nanos.getAsLong();
    long wait = FIRST_WAIT_NANOS;
    while (kept.size() >= fewer && nanos.getAsLong() - since < atMost) {
      LockSupport.parkNanos(wait);
      if (Thread.currentThread().isInterrupted()) {
        return; // the work finds out by itself
      }
      send();
      wait = Math.min(2 * wait, LONGEST_WAIT_NANOS);
    }
  }

  private void send() throws TrialWork.StoppedException {
    SlotReply reply = send.apply(unsent());
    sent = reported;
    sentAt = nanos.getAsLong();
    if (reply instanceof SlotReply.Stop told) {
      stop = Optional.of(told);
      throw new TrialWork.StoppedException(told.reason());
    }
    if (reply instanceof SlotReply.Quit) {
      dismissed = true;
      throw new TrialWork.StoppedException("the driver has ended the run");
    }
    if (reply instanceof SlotReply.Continue goOn) {
      for (; dropped < goOn.durable(); dropped++) {
        kept.remove();
      }
    }
  }

  @Override
  public void output(String text) {
    output = text;
  }

  /** What the work printed; empty for most. */
  String output() {
    return output;
  }

  /** What the driver stopped the trial for, if it did. */
  Optional<SlotReply.Stop> stop() {
    return stop;
  }

  /** Whether the driver wants no result of this attempt any more. */
  boolean dismissed() {
    return dismissed;
  }

  /** The samples that the journal is not known to have. */
  List<Sample> samples() {
    return List.copyOf(kept);
  }

  /** The latest step reported; 0 before the first. */
  long lastStep() {
    return lastStep;
  }

  /** Those that no message has carried yet. */
  List<Sample> unsent() {
    List<Sample> all = new ArrayList<>(kept);
    return List.copyOf(all.subList((int) (sent - dropped), all.size()));
  }
}
