package org.attune.cluster.repair;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.storage.DamagedFileException;
import org.attune.api.storage.Storage;
import org.attune.cluster.slot.LeftResults;
import org.attune.cluster.table.Manifest;
import org.attune.cluster.table.ManifestReader;
import org.attune.cluster.table.SurvivingTables;
import org.attune.cluster.table.TablePublisher;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SteadyClock;
import org.attune.sweeps.journal.CorruptJournalException;
import org.attune.sweeps.journal.SweepFacts;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.table.Tables;

/**
 * Rebuilds the lost files of a sweep's directory.
 *
 * <p>It rebuilds a journal from its readable part, from results and from tables; it rebuilds tables
 * from the journal. It overwrites no existing file: a repair starts its own epoch. It also sets
 * damaged checkpoints aside. A repair can be killed and repeated at any moment.
 */
public final class SweepRepair {

  private final Storage storage;
  private final ParameterTree parameters;
  private final List<String> report = new ArrayList<>();
  private boolean repaired;
  private boolean stuck;

  /**
   * @param parameters the parameters of the catalog that the tables are made with
   */
  public SweepRepair(Storage storage, ParameterTree parameters) {
    this.storage = storage;
    this.parameters = parameters;
  }

  /**
   * Repairs the sweep.
   *
   * @return the damage and the repairs, one per line; empty when nothing is damaged
   * @throws org.attune.sweeps.journal.LivingDriverException when a driver is alive
   * @throws IOException when too little is left to rebuild the sweep from
   */
  public List<String> run() throws IOException {
    Optional<IOException> damage = journalDamage();
    List<String> tables = SurvivingTables.damage(storage);
    if (damage.isPresent()) {
      report.add(cause(damage.get().getMessage()));
      restore();
    } else if (!tables.isEmpty()) {
      tables.forEach(line -> report.add(cause(line)));
      republish();
    } else if (lacksTables()) {
      report.add("the last run, which had no Spark, has left no tables");
      republish();
    }
    if (!SweepJournal.driven(storage)) { // a driver checks those that it starts from
      DamagedCheckpoints damaged = new DamagedCheckpoints(storage);
      report.addAll(damaged.setAside(SweepJournal.read(storage)));
      repaired |= damaged.moved();
      stuck = damaged.stuck();
    }
    return report;
  }

  private void republish() throws IOException {
    try (SweepJournal journal = SweepJournal.reopen(storage)) {
      publish(journal);
    }
  }

  /** Whether a run has ended in order and published nothing, as one without Spark does. */
  private boolean lacksTables() throws IOException {
    if (SweepJournal.driven(storage)) {
      return false;
    }
    SweepView sweep = SweepJournal.read(storage);
    Optional<Instant> end =
        sweep.completed().map(Event.Completed::time).or(() -> sweep.suspended().map(Event::time));
    Optional<Instant> published = new ManifestReader(storage).read().map(Manifest::time);
    return end.isPresent() && published.filter(time -> !time.isBefore(end.get())).isEmpty();
  }

  /** Whether {@link #run} has changed anything: a damaged checkpoint may have to stay. */
  public boolean repaired() {
    return repaired;
  }

  /** Whether {@link #run} could not read or move a checkpoint. */
  public boolean stuck() {
    return stuck;
  }

  private Optional<IOException> journalDamage() throws IOException {
    try {
      SweepJournal.read(storage);
      return Optional.empty();
    } catch (DamagedFileException | CorruptJournalException damaged) {
      return Optional.of(damaged);
    }
  }

  /** The damage without the advice. */
  private static String cause(String message) {
    return message.replaceFirst("; restore it from a copy.*", "");
  }

  private void restore() throws IOException {
    SweepFacts facts = new SweepFacts();
    SurvivingTables tables = SurvivingTables.of(storage);
    List<String> unread = LeftResults.addTo(facts, storage, sweepId(tables));
    TableFacts.addTo(facts, tables);
    tables.lost().forEach(line -> report.add(cause(line)));
    unread.forEach(report::add);
    try (SweepJournal journal = SweepJournal.restore(storage, facts)) {
      for (String trial : facts.endedTrials()) {
        if (!journal.state().has(trial)) {
          report.add(
              "the result of trial %s is left out: nothing tells its configuration, and it is trained again"
                  .formatted(trial));
        }
      }
      SweepView sweep = journal.state().view();
      report.add(
          "the journal was rebuilt: %d events, %d trials, %d of them ended"
              .formatted(sweep.events(), sweep.counts().total(), sweep.settledTrials().size()));
      publish(journal);
    }
  }

  /** The sweep's id, from the tables or the readable part of the journals. */
  private Optional<String> sweepId(SurvivingTables tables) throws IOException {
    for (Map<String, Object> row : tables.rows("sweeps")) {
      return Optional.of(row.get("sweep_id").toString());
    }
    return SweepJournal.salvagedId(storage);
  }

  private void publish(SweepJournal journal) throws IOException {
    SweepView before = journal.state().view();
    if (before.completed().isEmpty()) {
      suspend(journal);
    }
    SweepView sweep = journal.state().view();
    TablePublisher publisher = new TablePublisher(storage, journal, SteadyClock.ofProcess());
    publisher.publish(sweep.events(), Tables.all(sweep, parameters, publisher::settledRows));
    report.add("the tables were written anew from the journal");
    repaired = true;
  }

  /** Journals that nobody runs the sweep, so that the next run resumes it. */
  private static void suspend(SweepJournal journal) throws IOException {
    try {
      journal
          .append(
              new Event.Suspended(
                  false, "its directory was repaired", SteadyClock.ofProcess().instant()))
          .join();
    } catch (CompletionException e) {
      Throwable reason = Optional.ofNullable(e.getCause()).orElse(e);
      throw new IOException("Cannot write the journal: " + reason.getMessage(), e);
    }
  }
}
