package org.attune.cluster.slot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.attune.cluster.slot.SlotMessage.Sample;

/**
 * Keeps every sample for the envelope and sends them on in batches, so a fast trial costs few
 * messages.
 */
final class BatchingReporter implements TrialWork.Reporter {

  private static final long SEND_EVERY_NANOS = 100_000_000L;

  private final Function<List<Sample>, SlotReply> send;
  private final List<Sample> samples = new ArrayList<>();
  private int sent;
  private long sentAt = System.nanoTime() - SEND_EVERY_NANOS;
  private Optional<SlotReply.Stop> stop = Optional.empty();
  private boolean dismissed;

  BatchingReporter(Function<List<Sample>, SlotReply> send) {
    this.send = send;
  }

  @Override
  public void report(long step, Map<String, Double> values) throws TrialWork.StoppedException {
    samples.add(new Sample(step, Map.copyOf(values), System.currentTimeMillis()));
    if (System.nanoTime() - sentAt < SEND_EVERY_NANOS) {
      return;
    }
    SlotReply reply = send.apply(unsent());
    sent = samples.size();
    sentAt = System.nanoTime();
    if (reply instanceof SlotReply.Stop told) {
      stop = Optional.of(told);
      throw new TrialWork.StoppedException(told.reason());
    }
    if (reply instanceof SlotReply.Quit) {
      dismissed = true;
      throw new TrialWork.StoppedException("the driver has ended the run");
    }
  }

  /** What the driver stopped the trial for, if it did. */
  Optional<SlotReply.Stop> stop() {
    return stop;
  }

  /** Whether the driver wants no result of this attempt any more. */
  boolean dismissed() {
    return dismissed;
  }

  /** All samples so far. */
  List<Sample> samples() {
    return List.copyOf(samples);
  }

  /** The latest step reported; 0 before the first. */
  long lastStep() {
    return samples.stream().mapToLong(Sample::step).max().orElse(0);
  }

  /** Those that no message has carried yet. */
  List<Sample> unsent() {
    return List.copyOf(samples.subList(sent, samples.size()));
  }
}
