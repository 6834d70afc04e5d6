package org.attune.jobs.claims;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.paper.PaperTable;
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.cluster.table.SurvivingTables;
import org.attune.jobs.session.KnownPapers;
import org.attune.jobs.sweep.DataOption;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.RanFor;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
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
    SurvivingTables stored = SurvivingTables.of(new LocalStorage(results.toAbsolutePath()));
    List<Map<String, Object>> sweeps = stored.rows("sweeps");
    List<Map<String, Object>> rows = stored.rows("results");
    if (sweeps.isEmpty() || rows.isEmpty()) {
      return Optional.empty();
    }
    Optional<DataFile> data = data(sweeps.get(0));
    Map<String, String> set = new HashMap<>(set(results));
    set.put("scale", scale);
    SweepSpec spec = spec(key, file, set, rows, data, catalog);
    Optional<SweepView> sweep = sweep(sweeps.get(0), rows, spec, data, ClaimRecord.read(results));
    return sweep.map(
        view -> new JudgedTable(key, scale, spec, view, Reproduction.of(spec, view, catalog)));
  }

  /** What the command line set of the table whose raw results are in a folder. */
  public static Map<String, String> set(Path results) throws IOException {
    return SpecCopy.read(new LocalStorage(results.toAbsolutePath()))
        .map(SpecCopy::set)
        .orElse(Map.of());
  }

  private static Optional<DataFile> data(Map<String, Object> sweep) {
    Object hash = sweep.get(Provenance.DATA_FILE_HASH);
    return hash == null
        ? Optional.empty()
        : Optional.of(new DataFile((String) sweep.get(Provenance.DATA_FILE), (String) hash));
  }

  /** The table's file; with as many seeds as were run, where those are more than the file says. */
  private static SweepSpec spec(
      String key,
      String file,
      Map<String, String> set,
      List<Map<String, Object>> rows,
      Optional<DataFile> data,
      AxisCatalog catalog)
      throws IOException, SpecException {
    String name = key + "/" + SpecCopy.PATH;
    Map<String, String> more = new HashMap<>(set);
    SweepSpec spec = SpecFile.read(name, file, set, catalog);
    if (data.isPresent()) {
      more.putAll(DataOption.fromData(spec, catalog));
    }
    int seeds =
        1
            + rows.stream()
                .mapToInt(row -> ((Long) row.get("replicate")).intValue())
                .filter(seed -> !Tuning.isTuning(seed))
                .max()
                .orElse(0);
    if (spec.replicates().untilDecided() && seeds > spec.replicates().atMost()) {
      more.put("replicates.at-most", String.valueOf(seeds));
    }
    return more.equals(set) ? spec : SpecFile.read(name, file, more, catalog);
  }

  private static Optional<SweepView> sweep(
      Map<String, Object> sweep,
      List<Map<String, Object>> rows,
      SweepSpec spec,
      Optional<DataFile> data,
      ClaimRecord record) {
    Map<String, Configuration> cells = new HashMap<>();
    for (Configuration cell : spec.comparison().cells().values()) {
      cells.put(cell.hash(), cell);
    }
    List<TrialStatus> trials = new ArrayList<>();
    for (Map<String, Object> row : rows) {
      Configuration cell = cells.get((String) row.get("config_hash"));
      if (cell == null) {
        return Optional.empty();
      }
      trials.add(trial(trials.size(), row, cell));
    }
    Optional<Instant> firstResult =
        rows.stream()
            .flatMap(row -> Optional.ofNullable((Instant) row.get("ended_at")).stream())
            .min(Comparator.naturalOrder());
    return Optional.of(view(sweep, trials, data, firstResult, record));
  }

  private static TrialStatus trial(int index, Map<String, Object> row, Configuration cell) {
    String id = (String) row.get("trial_id");
    int replicate = ((Long) row.get("replicate")).intValue();
    TrialState state = TrialState.valueOf(((String) row.get("state")).toUpperCase(Locale.ROOT));
    Map<String, Double> metrics = new HashMap<>();
    row.forEach(
        (name, value) -> {
          if (value instanceof Double number) {
            metrics.put(name, number);
          }
        });
    Map<String, String> provenance = new TreeMap<>();
    for (String key : List.of(Provenance.COMPUTE_SECONDS, Provenance.CODE_VERSION)) {
      Optional.ofNullable(row.get(key)).ifPresent(value -> provenance.put(key, value.toString()));
    }
    Attempt attempt =
        new Attempt(
            1,
            1,
            state,
            Optional.empty(),
            "",
            "",
            "",
            "",
            Instant.EPOCH,
            Optional.of(Instant.EPOCH),
            0,
            metrics,
            provenance);
    return new TrialStatus(
        new Trial(id, index, cell, replicate, (Long) row.get("seed")),
        state,
        List.of(attempt),
        state.terminal() ? OptionalInt.of(1) : OptionalInt.empty(),
        OptionalDouble.empty(),
        0);
  }

  private static SweepView view(
      Map<String, Object> sweep,
      List<TrialStatus> trials,
      Optional<DataFile> data,
      Optional<Instant> firstResult,
      ClaimRecord record) {
    SweepHeader header =
        new SweepHeader(
                (String) sweep.get("sweep_id"),
                (String) sweep.get("sweep"),
                (String) sweep.get("spec"),
                (Long) sweep.get("seed"),
                trials.size(),
                new Objective(
                    (String) sweep.get("objective_metric"),
                    Objective.Goal.valueOf(
                        ((String) sweep.get("objective_goal")).toUpperCase(Locale.ROOT))),
                0,
                ((Long) sweep.get("threads_per_trial")).intValue(),
                provenance(sweep, data))
            .judgedOn(record.run(record.runs()).flatMap(run -> run.text("held_out")));
    List<TrialStatus> settled =
        trials.stream().filter(trial -> trial.state().successful()).toList();
    List<TrialStatus> others =
        trials.stream().filter(trial -> !trial.state().successful()).toList();
    return new SweepView(
        header,
        began(sweep, record),
        RanFor.once(
            began(sweep, record),
            Optional.ofNullable((Instant) sweep.get("ended_at")).orElse(began(sweep, record))),
        Optional.empty(),
        1,
        0,
        Optional.ofNullable((Instant) sweep.get("ended_at"))
            .map(at -> new Event.Completed(String.valueOf(sweep.get("reason")), at)),
        Optional.empty(),
        List.of(),
        new Counts(0, 0, settled.size(), 0, others.size(), 0),
        Optional.empty(),
        Optional.empty(),
        settled,
        others,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        0,
        record.stated(),
        record.openings(),
        List.of(header.plan()),
        List.of(),
        List.of(),
        Optional.empty(),
        record.run(record.runs()).flatMap(run -> run.time("first_result")).or(() -> firstResult));
  }

  private static SortedMap<String, String> provenance(
      Map<String, Object> sweep, Optional<DataFile> data) {
    SortedMap<String, String> provenance =
        new TreeMap<>(data.map(DataFile::provenance).orElse(Map.of()));
    for (String key :
        List.of(Provenance.CODE_VERSION, Provenance.CPU, Provenance.OS, Provenance.JVM)) {
      Optional.ofNullable(sweep.get(key)).ifPresent(value -> provenance.put(key, value.toString()));
    }
    return provenance;
  }

  private static Instant began(Map<String, Object> sweep, ClaimRecord record) {
    return record
        .run(record.runs())
        .flatMap(run -> run.time("began"))
        .orElseGet(
            () -> Optional.ofNullable((Instant) sweep.get("started_at")).orElse(Instant.EPOCH));
  }
}
