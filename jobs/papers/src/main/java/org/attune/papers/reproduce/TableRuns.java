package org.attune.papers.reproduce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.attune.api.paper.PaperTable;
import org.attune.api.storage.ShellWord;
import org.attune.api.storage.Storage;
import org.attune.cluster.averaging.ClusterTraining;
import org.attune.cluster.trial.UserData;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Interruption;
import org.attune.jobs.console.Launcher;
import org.attune.jobs.lab.Labs;
import org.attune.jobs.lab.Settlement;
import org.attune.jobs.run.SweepLaunch;
import org.attune.jobs.session.Jars;
import org.attune.jobs.session.SecureOption;
import org.attune.jobs.session.Sessions;
import org.attune.jobs.sweep.DataOption;
import org.attune.jobs.sweep.OutDirectory;
import org.attune.jobs.sweep.Workload;
import org.attune.sweeps.lab.Ledger;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.verdict.Reproduction;

/** Runs the sweeps of tables, and judges them and their ladders. */
final class TableRuns {

  private final PaperSweeps sweeps;
  private final Optional<Path> pages;
  private final boolean takeOver;
  private final SecureOption secure;
  private final Jars jars;
  private int interrupted;

  /**
   * The runs of one command.
   *
   * @param pages the folder of pages, with stored ladders
   * @param takeOver whether to run a table although another driver seems alive
   */
  TableRuns(
      PaperSweeps sweeps, Optional<Path> pages, boolean takeOver, SecureOption secure, Jars jars) {
    this.sweeps = sweeps;
    this.pages = pages;
    this.takeOver = takeOver;
    this.secure = secure;
    this.jars = jars;
  }

  /** The exit code of a run that was interrupted. */
  int interrupted() {
    return interrupted;
  }

  /** Runs a table's sweep, or resumes it; empty, with a message, if the run was interrupted. */
  Optional<ReproducedTable> reproduce(PaperTable table, PaperSweeps.TableFile file, boolean extend)
      throws Exception {
    SweepSpec spec = file.spec();
    String directory = sweeps.directory(table);
    String master = Sessions.master();
    Storage storage = OutDirectory.writable(directory, master);
    requireOutsideOfLabs(table, directory, storage);
    DataOption data = sweeps.data();
    Optional<UserData> read = data.check(spec, sweeps.catalog());
    Workload workload =
        new Workload(spec, sweeps.catalog(), read, ClusterTraining.on(read))
            .apart(data.replicatesApart())
            .copied(file.copy());
    SweepView sweep =
        new SweepLaunch(
                workload, storage, directory, master, takeOver, extend, secure.properties(master))
            .run();
    Optional<Interruption> interruption = Interruption.of(sweep);
    if (interruption.isPresent()) {
      System.err.printf("%s: %s%n", table.key(), interruption.get().message());
      interrupted = interruption.get().exitCode();
      return Optional.empty();
    }
    return Optional.of(reproduced(table, spec, sweep));
  }

  /** A lab judges claims with seeds that it draws, and a table keeps the seed of its file. */
  private void requireOutsideOfLabs(PaperTable table, String directory, Storage storage)
      throws IOException {
    Optional<Ledger> lab = Labs.nearest(storage);
    if (lab.isPresent() && !SweepLayout.holdsSweep(storage)) { // one from before the lab goes on
      throw new InputException(
          ("Cannot reproduce %s in %s: the lab %s judges claims with seeds that it draws, and a"
                  + " table keeps its own; give --out a folder outside of the lab, or state the"
                  + " table's claims in the lab: %s run %s --out %s%s")
              .formatted(
                  table.key(),
                  directory,
                  lab.get().storage().describe(),
                  Launcher.name(),
                  table.file(),
                  ShellWord.path(directory),
                  jars.words()));
    }
  }

  /** A table whose sweep has been run, with its verdicts. */
  ReproducedTable reproduced(PaperTable table, SweepSpec spec, SweepView sweep) throws Exception {
    Reproduction judged = Reproduction.of(spec, sweep, sweeps.catalog());
    Settlement.record(
        OutDirectory.writable(sweeps.directory(table), Sessions.master()), sweep, judged);
    Map<String, String> set = new HashMap<>(sweeps.overrides());
    set.put("scale", sweeps.scale());
    ReproducedTable reproduced =
        new ReproducedTable(
            table,
            sweeps.scale(),
            set,
            judged,
            new RunFacts(
                RunFacts.command(table.key(), set, sweep.header(), jars.names()), spec, sweep),
            sweeps.directory(table),
            sweeps.lambda(table),
            Optional.empty());
    return withLadder(reproduced);
  }

  /** The table with its claims as its ladder predicts them; with pages, as what is stored does. */
  ReproducedTable withLadder(ReproducedTable table) throws Exception {
    Optional<PaperSweeps.LadderSweep> run = sweeps.ladder(table);
    if (run.isEmpty() && (pages.isEmpty() || table.predicted().isPresent())) {
      return table;
    }
    if (pages.isEmpty()) {
      return table.predicting(run.get().predicts(table.facts().spec().comparison()));
    }
    RawResults raw = new RawResults(pages.get());
    if (run.isPresent()) {
      raw.storeLadder(table.table().key(), run.get().directory());
    }
    return table.predicting(raw.predicted(table, sweeps.catalog()));
  }
}
