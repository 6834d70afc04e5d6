package org.attune.sweeps.journal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/**
 * Batches of frames that other threads decode while the caller's thread reads on. The caller's
 * thread passes events on, in the journal's order. The line has a bounded length.
 */
final class BatchLine {

  private final int most = 2 * ForkJoinPool.getCommonPoolParallelism() + 2;
  private final Deque<ForkJoinTask<FrameBatch>> line = new ArrayDeque<>();
  private final EventSink events;

  BatchLine(EventSink events) {
    this.events = events;
  }

  /** Adds a batch; passes on the oldest one if the line is full. */
  void add(FrameBatch batch) throws IOException {
    line.add(ForkJoinPool.commonPool().submit(batch::decode));
    if (line.size() > most) {
      line.remove().join().passOn(events);
    }
  }

  /** Passes on all batches, the last one being this. */
  void end(FrameBatch last) throws IOException {
    last.decode(); // meanwhile others decode those before it
    while (!line.isEmpty()) {
      line.remove().join().passOn(events);
    }
    last.passOn(events);
  }
}
