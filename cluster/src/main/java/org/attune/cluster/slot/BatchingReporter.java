package org.attune.cluster.slot;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.attune.sweeps.trial.Checkpoints;
import org.attune.sweeps.trial.TrialWork;

/**
 * Sends samples on in batches, so a fast trial costs few messages, and keeps those for the envelope
 * that the journal may not have: some tenths of a second of them, however long the trial.
 */
final class BatchingReporter implements TrialWork.Reporter {

  private static final long SEND_EVERY_NANOS = 100_000_000L;

  private final Function<List<Sample>, SlotReply> send;
  private final Checkpoints checkpoints;
  private final Deque<Sample> kept = new ArrayDeque<>();
  private long reported;
  private long sent;
  private long dropped;
  private long lastStep;
  private long sentAt = System.nanoTime() - SEND_EVERY_NANOS;
  private Optional<SlotReply.Stop> stop = Optional.empty();
  private boolean dismissed;
  private String output = "";

  BatchingReporter(Function<List<Sample>, SlotReply> send, Checkpoints checkpoints) {
    this.send = send;
    this.checkpoints = checkpoints;
  }

  @Override
  public Checkpoints checkpoints() {
    return checkpoints;
  }

  @Override
  public void report(long step, Map<String, Double> values) throws TrialWork.StoppedException {
    kept.add(new Sample(step, Map.copyOf(values), System.currentTimeMillis()));
    reported++;
    lastStep = Math.max(lastStep, step);
    if (System.nanoTime() - sentAt < SEND_EVERY_NANOS) {
      return;
    }
    SlotReply reply = send.apply(unsent());
    sent = reported;
    sentAt = System.nanoTime();
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
