package org.attune.jobs.archive;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.cluster.slot.Machine;
import org.attune.cluster.table.TablePublisher;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.event.SteadyClock;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.table.Tables;

/**
 * A sweep that was never trained. The real writer writes its tables in full width: the model's
 * parameters, provenance, and two metrics at each of some steps. Its journal names no trial.
 *
 * @param name the sweep's name
 * @param trials number of trials: the gates in turn, each trial with a learning rate of its own
 * @param steps number of reports of a trial, with two metrics each
 * @param publishes number of parts in which the tables are published, as a driver does
 */
public record SyntheticSweep(String name, int trials, int steps, int publishes) {

  /** The gates that trials use in turn. */
  public static final List<String> GATES = List.of("none", "learned", "from-query", "computed");

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final ParameterTree TREE = new TrialCatalog().tree();

  /** Publishes the tables into a directory, which becomes a sweep's directory. */
  public void publish(Path directory) throws IOException {
    LocalStorage storage = new LocalStorage(directory);
    try (SweepJournal journal = SweepJournal.open(storage, header(), false)) {
      SweepState state = new SweepState(new Event.Opened(header(), 1, START));
      TablePublisher publisher = new TablePublisher(storage, journal, SteadyClock.ofProcess());
      SplittableRandom random = new SplittableRandom(name.hashCode());
      int trial = 0;
      for (int part = 1; part <= publishes; part++) {
        for (; trial < (long) trials * part / publishes; trial++) {
          run(state, trial, random);
        }
        SweepView sweep = state.view();
        publisher.publish(sweep.events(), Tables.all(sweep, TREE, publisher::settledRows));
      }
    }
  }

  private SweepHeader header() {
    return new SweepHeader(
        name + "-00000000",
        name,
        "sweep: " + name,
        0,
        trials,
        new Objective("validation_loss", Objective.Goal.MINIMIZE),
        0,
        1,
        new TreeMap<>());
  }

  /** Applies a trial's events from its proposal to its end. */
  private void run(SweepState state, int index, SplittableRandom random) {
    Configuration cell =
        Configuration.of(
            TREE,
            Map.of(
                "attention.gate", GATES.get(index % GATES.size()),
                "train.learning-rate", Double.toString(1e-4 + index * 1e-7)));
    Trial trial = Trial.of(index, cell, 0, 7);
    state.apply(new Event.Suggested(trial, index, START));
    state.apply(
        new Event.Started(trial.id(), 1, "0.0", "host", "cpu", Machine.provenance(), START));
    Map<String, Double> metrics = Map.of();
    for (int step = 1; step <= steps; step++) {
      metrics = Map.of("train_loss", random.nextDouble(), "validation_loss", random.nextDouble());
      state.apply(new Event.Measured(trial.id(), 1, step * 100L, metrics, START.plusSeconds(step)));
    }
    state.apply(
        new Event.Finished(
            trial.id(),
            1,
            metrics,
            Map.of(Provenance.DATA_HASH, "d".repeat(32), Provenance.COMPUTE_SECONDS, "1.5"),
            START.plusSeconds(steps)));
  }
}
