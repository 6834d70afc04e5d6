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

  /** A ladder that has been run, and where its results are. */
  record LadderSweep(String directory, SweepView sweep) {

    /** The claims at the size that the table's ladder names; empty if the table names no ladder. */
    Optional<PredictedClaims> predicts(Comparison comparison) {
      return comparison
          .layout()
          .ladder()
          .map(ladder -> PredictedClaims.of(ladder, comparison.claims(), sweep));
    }
  }

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
   * The sweep over a ladder beside a table's results, in {@code KEY-ladder}. Empty if there is none
   * that may be judged: it has not ended, ran on other data, or was extended, which stored results
   * do not tell.
   */
  Optional<LadderSweep> ladder(ReproducedTable reproduced) throws Exception {
    String key = reproduced.table().key();
    String beside = folder() + "/" + key + "-ladder";
    Optional<SweepView> found =
        sweep(beside).filter(sweep -> sweep.header().data().equals(reproduced.facts().data()));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    SweepView sweep = found.get();
    if (sweep.completed().isEmpty() || sweep.plans().size() > 1) {
      System.err.printf(
          "%s: the ladder in %s is left out: %s%n",
          key,
          beside,
          sweep.completed().isEmpty()
              ? "it has not ended; rerun 'attune run' to resume it"
              : "it was extended after results; run it anew with another seed");
      return Optional.empty();
    }
    return Optional.of(new LadderSweep(beside, sweep));
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
