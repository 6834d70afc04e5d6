package org.attune.papers.reproduce;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.attune.api.paper.PaperTable;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.sweep.DataOption;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.analysis.PredictedClaims;
import org.attune.sweeps.claim.Comparison;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.identity.Replicates;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.SweepLayout;

/**
 * The sweeps of the papers' tables at one scale: their files and directories.
 *
 * @param overrides of keys of the files
 * @param out where the user wants the results; for several tables a folder
 * @param named how many tables the user named; 0 for all
 */
record PaperSweeps(
    String scale,
    Map<String, String> overrides,
    Optional<String> out,
    int named,
    DataOption data,
    TrialCatalog catalog) {

  /**
   * A table's file at the scale.
   *
   * @param copy of the file, with all that was set over it
   */
  record TableFile(SweepSpec spec, SpecCopy copy) {}

  /** The table's file; with as many seeds as its sweep was extended to, if those are more. */
  TableFile file(PaperTable table) throws Exception {
    TableFile file = read(table, Map.of());
    Optional<Replicates> run = stored(table).flatMap(sweep -> sweep.header().design().replicates());
    return run.isPresent()
            && run.get().untilDecided()
            && file.spec().replicates().untilDecided()
            && run.get().atMost() > file.spec().replicates().atMost()
        ? file(table, run.get().atMost())
        : file;
  }

  /** The sweep of a table; empty if there is none. */
  Optional<SweepView> stored(PaperTable table) throws Exception {
    return sweep(directory(table));
  }

  private static Optional<SweepView> sweep(String directory) throws Exception {
    return SweepLayout.holdsSweep(Sweeps.storage(directory))
        ? Optional.of(Sweeps.read(directory))
        : Optional.empty();
  }

  /** The table's file with at most this number of seeds a cell. */
  TableFile file(PaperTable table, int seeds) throws Exception {
    return read(table, Map.of("replicates.at-most", String.valueOf(seeds)));
  }

  private TableFile read(PaperTable table, Map<String, String> seeds) throws Exception {
    Map<String, String> settings = new LinkedHashMap<>();
    SweepSpec spec =
        data.read(
            more -> {
              settings.putAll(overrides);
              settings.putAll(more);
              settings.putAll(seeds);
              settings.put("scale", scale);
              return SpecFile.read(table.file(), table.text(), settings, catalog);
            },
            catalog);
    return new TableFile(spec, new SpecCopy(table.text(), settings));
  }

  /** The sweep over lambda beside a table's results, in {@code KEY-lambda}. */
  Optional<LambdaSweep> lambda(PaperTable table) throws Exception {
    String beside = folder() + "/" + table.key() + "-lambda";
    return sweep(beside).map(sweep -> new LambdaSweep(table, beside, sweep));
  }

  /**
   * A table with its ladder, which lies beside its results, in {@code KEY-ladder}. The same table
   * if there is none that may be judged: it has not ended, ran on other data, or was extended,
   * which stored results do not tell.
   */
  ReproducedTable withLadder(ReproducedTable reproduced) throws Exception {
    PaperTable table = reproduced.table();
    Optional<DataFile> onData = reproduced.facts().data();
    Comparison comparison = reproduced.facts().spec().comparison();
    String beside = folder() + "/" + table.key() + "-ladder";
    Optional<SweepView> sweep = sweep(beside).filter(one -> one.header().data().equals(onData));
    if (sweep.filter(one -> one.completed().isEmpty() || one.plans().size() > 1).isPresent()) {
      System.err.printf(
          "%s: the ladder in %s is left out: %s%n",
          table.key(),
          beside,
          sweep.get().completed().isEmpty()
              ? "it has not ended; rerun 'attune run' to resume it"
              : "it was extended after results; run it anew with another seed");
      return reproduced;
    }
    return sweep.isEmpty()
        ? reproduced
        : reproduced.withLadder(
            beside,
            comparison
                .layout()
                .ladder()
                .map(ladder -> PredictedClaims.of(ladder, comparison.claims(), sweep.get())));
  }

  /** The directory of a table's sweep. */
  String directory(PaperTable table) {
    String name = table.key() + "-" + scale;
    return out.isPresent() && named == 1 ? out.get() : folder() + "/" + name;
  }

  private String folder() {
    return out.orElse("runs/reproduce");
  }
}
