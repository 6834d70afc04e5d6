package org.attune.jobs.claims;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.paper.PaperTable;
import org.attune.jobs.session.KnownPapers;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.sweeps.analysis.PredictedClaims;
import org.attune.sweeps.claim.Ladder;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.verdict.Reproduction;

/**
 * A table of an earlier run, judged again from the raw results beside its page. They have a row for
 * each trial, with its configuration's hash, its replicate and its final metrics. Beside them lie
 * the sweep file, with the claims, and the {@link ClaimRecord}, which says when each was stated.
 * Results of earlier versions have neither: then the file is that of the papers, and a claim counts
 * as stated with the sweep if the sweep's text has its test.
 */
public final class StoredTable {

  /** The folder of its ladder's results, in that of its own. */
  public static final String LADDER = "ladder";

  private StoredTable() {}

  /**
   * The table whose raw results are in a folder, by the claims of the sweep file beside them.
   *
   * @param key of the table; its papers have the file where none is stored
   * @return empty if the folder has no results, or results of cells that the file no longer has;
   *     and if no file is there
   */
  public static Optional<JudgedTable> judged(
      Path results, String key, String scale, AxisCatalog catalog)
      throws IOException, SpecException {
    Optional<String> file =
        SpecCopy.read(new LocalStorage(results.toAbsolutePath()))
            .map(SpecCopy::text)
            .or(() -> KnownPapers.table(key).map(PaperTable::text));
    return file.isEmpty() ? Optional.empty() : judged(results, key, file.get(), scale, catalog);
  }

  /** The table whose raw results are in a folder, by the claims of a file. */
  public static Optional<JudgedTable> judged(
      Path results, String key, String file, String scale, AxisCatalog catalog)
      throws IOException, SpecException {
    Optional<StoredSweep> stored = StoredSweep.read(results);
    if (stored.isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> set = new HashMap<>(set(results));
    set.put("scale", scale);
    SweepSpec spec = stored.get().spec(key, file, set, catalog);
    Optional<SweepView> sweep = stored.get().recorded(spec, ClaimRecord.read(results));
    if (sweep.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new JudgedTable(
            key,
            scale,
            spec,
            sweep.get(),
            Reproduction.of(spec, sweep.get(), catalog),
            predicted(results, spec, stored.get().data(), catalog)));
  }

  /**
   * A table's claims as the ladder beside its raw results predicts them.
   *
   * @param results the folder of the table's results
   * @param data the user's data on which the table ran
   * @return empty if the table names no ladder, or none is stored that ran on the same data
   */
  public static Optional<PredictedClaims> predicted(
      Path results, SweepSpec spec, Optional<DataFile> data, AxisCatalog catalog)
      throws IOException, SpecException {
    Optional<Ladder> ladder = spec.comparison().layout().ladder();
    Path folder = results.resolve(LADDER);
    Optional<SpecCopy> file = SpecCopy.read(new LocalStorage(folder.toAbsolutePath()));
    if (ladder.isEmpty() || file.isEmpty()) {
      return Optional.empty();
    }
    Optional<StoredSweep> stored = StoredSweep.read(folder).filter(one -> one.data().equals(data));
    if (stored.isEmpty()) {
      return Optional.empty();
    }
    SweepSpec rungs = stored.get().spec(LADDER, file.get().text(), file.get().set(), catalog);
    return stored
        .get()
        .named(rungs)
        .filter(sweep -> sweep.completed().isPresent())
        .map(sweep -> PredictedClaims.of(ladder.get(), spec.comparison().claims(), sweep));
  }

  /** The values that the command line set for the table whose raw results are in a folder. */
  public static Map<String, String> set(Path results) throws IOException {
    return SpecCopy.read(new LocalStorage(results.toAbsolutePath()))
        .map(SpecCopy::set)
        .orElse(Map.of());
  }
}
