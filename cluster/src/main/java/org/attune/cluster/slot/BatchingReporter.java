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
import java.util.function.LongSupplier;
import org.attune.api.Checkpoints;
import org.attune.api.trial.TrialWork;

/**
 * Sends samples in batches, so that a fast trial costs few messages. It keeps, for the envelope,
 * the samples that the journal may lack: some tenths of a second of them, however long the trial.
 *
 * <p>Work that must obey the stopping rules waits until the journal has its report. By then the
 * rules have decided, so a stopped trial takes no further step. The wait has a limit. The work
 * learns of a later decision at its next report, or when it checks in.
 */
final class BatchingReporter implements TrialWork.Reporter {

  private static final long SEND_EVERY_NANOS = 100_000_000L;

  /** If the journal has all samples. */
  static final Duration ASK_EVERY = Duration.ofSeconds(5);

  /**
   * A trial waits while the journal lacks this many of its samples. This bounds an overloaded
   * driver's queue.
   */
  private static final int MOST_KEPT = 10_000;

  private static final long FIRST_WAIT_NANOS = 500_000L; // doubles after each vain request
  private static final long LONGEST_WAIT_NANOS = 512 * FIRST_WAIT_NANOS;

  private final Sender sender;
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
  private Map<String, String> facts = Map.of();
  private boolean factsUnsent;

  /** Sends facts about the attempt, and samples, to the driver; both may be empty. */
  @FunctionalInterface
  interface Sender {
    SlotReply send(Map<String, String> facts, List<Sample> samples);
  }

  /**
   * @param judged metrics that stopping rules use
   * @param patience the longest wait for the rules' decision on a report
   * @param nanos a monotonic clock
   * @param millis milliseconds since 1970, by the driver's clock
   */
  BatchingReporter(
      Sender sender,
      Checkpoints checkpoints,
      Set<String> judged,
      Duration patience,
      LongSupplier nanos,
      LongSupplier millis) {
    this.sender = sender;
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
    long every = kept.isEmpty() && !factsUnsent ? ASK_EVERY.toNanos() : SEND_EVERY_NANOS;
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
    kept.add(new Sample(step, Map.copyOf(values), Math.toIntExact(++reported), millis.getAsLong()));
    lastStep = Math.max(lastStep, step);
  }

  /** Waits until the journal lacks fewer than this many samples, or until the time limit. */
  private void awaitJournal(int fewer, long atMost) throws TrialWork.StoppedException {
    long since = nanos.getAsLong();
    long wait = FIRST_WAIT_NANOS;
    while (kept.size() >= fewer && nanos.getAsLong() - since < atMost) {
      LockSupport.parkNanos(wait);
      if (Thread.currentThread().isInterrupted()) {
        return; // the work notices the interrupt itself
      }
      send();
      wait = Math.min(2 * wait, LONGEST_WAIT_NANOS);
    }
  }

  private void send() throws TrialWork.StoppedException {
    SlotReply reply = sender.send(factsUnsent ? facts : Map.of(), toSend());
    factsUnsent = false;
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

  /** The samples that no message has carried yet; the caller sends them. */
  List<Sample> toSend() {
    List<Sample> unsent = unsent();
    sent = reported;
    return unsent;
  }

  @Override
  public void output(String text) {
    output = text;
  }

  @Override
  public void facts(Map<String, String> facts) {
    this.facts = Map.copyOf(facts);
    factsUnsent = true;
  }

  /** The facts that the work has told; usually none. */
  Map<String, String> facts() {
    return facts;
  }

  /** The output of the work; usually empty. */
  String output() {
    return output;
  }

  /** The driver's request to stop the trial, if any. */
  Optional<SlotReply.Stop> stop() {
    return stop;
  }

  /** Whether the driver no longer wants a result of this attempt. */
  boolean dismissed() {
    return dismissed;
  }

  /** The samples that the journal may lack. */
  List<Sample> samples() {
    return List.copyOf(kept);
  }

  /** The latest step reported; 0 before the first. */
  long lastStep() {
    return lastStep;
  }

  /** The samples that no message has carried yet. */
  List<Sample> unsent() {
    List<Sample> all = new ArrayList<>(kept);
    return List.copyOf(all.subList((int) (sent - dropped), all.size()));
  }
}
