package org.attune.sweeps.journal;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.attune.api.storage.Storage;
import org.attune.api.storage.Storage.AppendFile;
import org.attune.sweeps.event.Event;

/**
 * One epoch's journal file. Any thread may append to it.
 *
 * <p>One thread writes all waiting events, forces the file once, and then completes all futures in
 * order: more waiting events share one force. When no event waits, it writes a mark with the
 * durable length; the mark needs no force. A failed write closes the journal, because the disk's
 * content is then unknown. Any other fault closes it too, including an {@link Error}, so that
 * nobody waits for a dead writer.
 */
final class Journal implements AutoCloseable {

  private record Entry(List<Event> events, CompletableFuture<Void> durable) {}

  private static final Entry END = new Entry(List.of(), new CompletableFuture<>());

  private final BlockingQueue<Entry> waiting = new LinkedBlockingQueue<>();
  private final AppendFile file;
  private final Consumer<Event> listener;
  private final Thread writer;
  private final Frames frames = new Frames();
  private Throwable failure = new IOException("Cannot append: the journal is closed");
  private boolean closed;

  /**
   * Starts the writer.
   *
   * @param file new and empty; closed with the journal
   * @param listener receives each event once it is durable, in order, on the writer's thread
   */
  Journal(AppendFile file, String name, Consumer<Event> listener) {
    this.file = file;
    this.listener = listener;
    this.writer = new Thread(this::writeUntilEnd, name);
    writer.setDaemon(true);
    writer.start();
  }

  /**
   * Appends events with one force; completes once they are durable and the listener has received
   * them.
   */
  CompletableFuture<Void> append(List<Event> events) {
    Entry entry = new Entry(List.copyOf(events), new CompletableFuture<>());
    synchronized (waiting) {
      if (closed) {
        return CompletableFuture.failedFuture(failure);
      }
      waiting.add(entry);
    }
    return entry.durable();
  }

  /**
   * Appends events, and waits until they are durable.
   *
   * @param storage of the journal, for messages
   * @throws IOException if they cannot be written, or this thread is interrupted
   */
  void appendAndWait(List<Event> events, Storage storage) throws IOException {
    try {
      append(events).get();
    } catch (ExecutionException failed) {
      throw new IOException("Cannot write the journal in " + storage.describe(), failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while a journal was written");
    }
  }

  private void writeUntilEnd() {
    List<Entry> batch = new ArrayList<>();
    try {
      while (true) {
        batch.clear();
        batch.add(waiting.take());
        waiting.drainTo(batch);
        boolean end = batch.remove(END);
        if (!batch.isEmpty()) {
          commit(batch);
        }
        if (end) {
          return;
        }
      }
    } catch (Throwable fatal) {
      failAll(batch, fatal);
    }
  }

  private void commit(List<Entry> batch) throws IOException {
    Iterator<Event> events = batch.stream().flatMap(entry -> entry.events().stream()).iterator();
    while (events.hasNext()) {
      frames.add(events);
      frames.drainTo(file);
      file.force();
      frames.forced();
    }
    for (Entry entry : batch) {
      entry.events().forEach(listener);
      entry.durable().complete(null);
    }
    if (waiting.isEmpty()) {
      frames.addMark();
      frames.drainTo(file);
    }
  }

  private void failAll(List<Entry> batch, Throwable fatal) {
    List<Entry> lost = new ArrayList<>(batch);
    synchronized (waiting) {
      closed = true;
      failure = fatal;
      waiting.drainTo(lost);
    }
    lost.forEach(entry -> entry.durable().completeExceptionally(fatal));
  }

  /** Waits until all appended events are durable, and closes the file. */
  @Override
  public void close() throws IOException {
    synchronized (waiting) {
      if (!closed) {
        closed = true;
        waiting.add(END);
      }
    }
    boolean interrupted = false;
    while (writer.isAlive()) {
      try {
        writer.join();
      } catch (InterruptedException wait) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    file.close();
  }
}
