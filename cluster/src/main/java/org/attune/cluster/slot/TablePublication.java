package org.attune.cluster.slot;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.storage.DamagedFileException;
import org.attune.api.storage.Storage;
import org.attune.cluster.spark.DaemonThreads;
import org.attune.cluster.table.TablePublisher;
import org.attune.cluster.table.TablesNote;
import org.attune.sweeps.event.SteadyClock;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.table.Tables;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one sweep's tables up to date, on its own thread.
 *
 * <p>A failed publication is logged and retried the next time. {@link #trouble} gives its reason
 * until a publication succeeds. Only the {@linkplain #finish last one} must succeed.
 */
public final class TablePublication implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TablePublication.class);

  private static final Duration EVERY = Duration.ofSeconds(30);

  /** The number of tries of the last publication before the run fails. */
  private static final int LAST_TRIES = 3;

  private static final Duration PAUSE = Duration.ofSeconds(1);

  /**
   * Marks the version of tables that hide the sealed metrics; showing these rewrites the tables.
   */
  private static final String SEALED = " sealed";

  private final TablePublisher publisher;
  private final ParameterTree parameters;
  private final Duration every;
  private final Duration pause;
  private final ScheduledExecutorService thread = DaemonThreads.clock("tables");
  private boolean begun; // used by the publishing thread
  private Optional<Future<?>> following = Optional.empty();
  private final Storage storage;
  private boolean noted;
  private volatile Optional<String> trouble = Optional.empty();

  TablePublication(
      Storage storage,
      TablePublisher publisher,
      ParameterTree parameters,
      Duration every,
      Duration pause) {
    this.storage = storage;
    this.publisher = publisher;
    this.parameters = parameters;
    this.every = every;
    this.pause = pause;
  }

  /** Prepares to publish as the driver of the journal's epoch. */
  public static TablePublication of(Storage storage, SweepJournal journal, AxisCatalog catalog) {
    return new TablePublication(
        storage,
        new TablePublisher(storage, journal, SteadyClock.ofProcess()),
        catalog.tree(),
        EVERY,
        PAUSE);
  }

  /** Publishes a sweep that nothing runs, as the driver of the journal's epoch. */
  public static void publish(Storage storage, SweepJournal journal, AxisCatalog catalog)
      throws IOException, InterruptedException {
    try (TablePublication tables = of(storage, journal, catalog)) {
      tables.finish(journal.state().view());
    }
  }

  /**
   * Publishes the sweep's current state now, and every 30 s from then on if it has changed.
   *
   * @param sweep supplies the current state, on the publishing thread
   */
  void follow(Supplier<SweepView> sweep) {
    following =
        Optional.of(
            thread.scheduleWithFixedDelay(
                () -> publishOrTell(sweep), 0, every.toMillis(), TimeUnit.MILLISECONDS));
  }

  /** The reason why the tables are behind the sweep; empty while they are not. */
  Optional<String> trouble() {
    return trouble;
  }

  /**
   * Publishes the sweep's end, and returns when readers see it. Nothing is published afterwards.
   *
   * @throws IOException when the publication fails repeatedly
   */
  void finish(SweepView sweep) throws IOException, InterruptedException {
    following.ifPresent(future -> future.cancel(false));
    Callable<Void> last =
        () -> {
          publishLast(sweep);
          return null;
        };
    try {
      thread.submit(last).get();
    } catch (ExecutionException e) {
      Throwable reason = Optional.ofNullable(e.getCause()).orElse(e);
      throw new IOException("Cannot publish the tables: " + describe(reason), reason);
    }
  }

  private void publishLast(SweepView sweep) throws IOException, InterruptedException {
    for (int left = LAST_TRIES - 1; left >= 0; left--) {
      try {
        publish(sweep);
        return;
      } catch (IOException | RuntimeException e) {
        if (left == 0) {
          throw e;
        }
        LOG.warn("Cannot publish the tables at the end; they are tried again {} times", left, e);
        Thread.sleep(pause.toMillis());
      }
    }
  }

  private void publishOrTell(Supplier<SweepView> sweep) {
    try {
      publish(sweep.get());
    } catch (IOException | RuntimeException | Error e) {
      // Also catch an Error: it would end this task, and silently end all later publications.
      LOG.warn("Cannot publish the tables; they are tried again in {} s", every.toSeconds(), e);
      trouble = Optional.of(describe(e));
    }
  }

  private void publish(SweepView sweep) throws IOException {
    CellNames names = CellNames.of(sweep);
    String style = names.style() + (sweep.sealed() ? SEALED : "");
    if (!begun) {
      publisher.inherit(Machine.codeVersion(), style);
      begun = true;
    }
    publisher.renameFor(Machine.codeVersion(), style);
    try {
      publishRows(sweep, names);
    } catch (DamagedFileException damaged) {
      LOG.warn("All tables are written anew: {}", damaged.getMessage());
      publisher.startOver();
      publishRows(sweep, names);
    }
    trouble = Optional.empty();
    note();
    try {
      publisher.deleteExpired();
    } catch (IOException e) {
      LOG.warn("Cannot delete what the tables left out; it is tried again later", e);
    }
  }

  private void publishRows(SweepView sweep, CellNames names) throws IOException {
    publisher.publish(sweep.events(), Tables.all(sweep, names, parameters, publisher::settledRows));
  }

  /** Writes the note in tables/; the tables are valid without it. */
  private void note() {
    if (!noted) {
      noted = true;
      try {
        TablesNote.write(storage);
      } catch (IOException e) {
        LOG.warn("Cannot write the note in tables/", e);
      }
    }
  }

  private static String describe(Throwable failure) {
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }

  /** Ends without another publication; one in progress may still complete. */
  @Override
  public void close() {
    thread.shutdown();
  }
}
