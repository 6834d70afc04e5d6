package org.attune.cluster.slot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.attune.cluster.table.TablePublisher;
import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.catalog.ParameterTree;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.Storage;
import org.attune.sweeps.table.Results;
import org.attune.sweeps.table.TableRows;
import org.attune.sweeps.table.Tables;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the tables of one sweep up with its state. Used by one thread. */
public final class TablePublication implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TablePublication.class);

  private final TablePublisher publisher;
  private final ParameterTree parameters;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread publishing = new Thread(work, "tables");
            publishing.setDaemon(true);
            return publishing;
          });
  private Future<?> underWay = CompletableFuture.completedFuture(null);

  // Where each table's settled rows go on; touched by the publishing thread only.
  private int trials;
  private int attempts;
  private int metrics;
  private int artifacts;
  private int results;

  private TablePublication(TablePublisher publisher, ParameterTree parameters) {
    this.publisher = publisher;
    this.parameters = parameters;
  }

  /** Prepares to publish as the driver of an epoch. */
  public static TablePublication of(Storage storage, SweepJournal journal, AxisCatalog catalog) {
    return new TablePublication(
        new TablePublisher(storage, journal, Clock.systemUTC()), ParameterTree.of(catalog));
  }

  /** Starts to publish a view, unless the last publish still goes on. */
  void publishInBackground(SweepView sweep) {
    if (underWay.isDone()) {
      underWay =
          thread.submit(
              () -> {
                try {
                  write(sweep);
                } catch (IOException e) {
                  LOG.warn("Cannot publish the tables; they are tried again later", e);
                }
              });
    }
  }

  /** Publishes a view, and returns when readers see it. */
  void publish(SweepView sweep) throws IOException, InterruptedException {
    try {
      thread
          .submit(
              () -> {
                try {
                  write(sweep);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              })
          .get();
    } catch (ExecutionException e) {
      throw new IOException("Cannot publish the tables: " + e.getCause().getMessage(), e);
    }
  }

  private void write(SweepView sweep) throws IOException {
    TableRows sweepRows = Tables.sweeps(sweep);
    TableRows trialRows = Tables.trials(sweep, trials);
    TableRows attemptRows = Tables.attempts(sweep, attempts);
    TableRows metricRows = Tables.metrics(sweep, metrics);
    TableRows artifactRows = Tables.artifacts(sweep, artifacts);
    TableRows resultRows = Results.results(sweep, parameters, results);
    publisher.publish(
        List.of(sweepRows, trialRows, attemptRows, metricRows, artifactRows, resultRows));
    trials = trialRows.cursor();
    attempts = attemptRows.cursor();
    metrics = metricRows.cursor();
    artifacts = artifactRows.cursor();
    results = resultRows.cursor();
  }

  @Override
  public void close() {
    thread.shutdown();
  }
}
