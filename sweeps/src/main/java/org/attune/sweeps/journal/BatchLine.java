package org.attune.sweeps.journal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Consumer;
import org.attune.sweeps.event.Event;

/**
 * Batches of frames that other threads decode while the caller's thread reads on. The caller's
 * thread passes events on, in the journal's order. The line has a bounded length.
 */
final class BatchLine {

  private final int most = 2 * ForkJoinPool.getCommonPoolParallelism() + 2;
  private final Deque<ForkJoinTask<FrameBatch>> line = new ArrayDeque<>();
  private final Consumer<Event> events;

  BatchLine(Consumer<Event> events) {
    this.events = events;
  }

  /** Adds a batch; passes on the oldest one if the line is full. */
  void add(FrameBatch batch) throws CorruptJournalException {
    line.add(ForkJoinPool.commonPool().submit(batch::decode));
    if (line.size() > most) {
      line.remove().join().passOn(events);
    }
  }

  /** Passes on all batches, the last one being this. */
  void end(FrameBatch last) throws CorruptJournalException {
    last.decode(); // meanwhile others decode those before it
    while (!line.isEmpty()) {
      line.remove().join().passOn(events);
    }
    last.passOn(events);
  }
}
