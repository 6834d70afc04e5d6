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
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.cluster.table.SurvivingTables;
import org.attune.jobs.sweep.DataOption;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.spec.SpecHeader;
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

/**
 * A sweep as its stored tables show it, without a journal: a row for the sweep and one for each
 * trial.
 */
record StoredSweep(Map<String, Object> sweep, List<Map<String, Object>> rows) {

  /** The sweep whose tables are in a folder; empty if it has none. */
  static Optional<StoredSweep> read(Path folder) throws IOException {
    SurvivingTables stored = SurvivingTables.of(new LocalStorage(folder.toAbsolutePath()));
    List<Map<String, Object>> sweeps = stored.rows("sweeps");
    List<Map<String, Object>> rows = stored.rows("results");
    return sweeps.isEmpty() || rows.isEmpty()
        ? Optional.empty()
        : Optional.of(new StoredSweep(sweeps.get(0), rows));
  }

  /** The user's data on which it ran; empty if its task generated them. */
  Optional<DataFile> data() {
    Object hash = sweep.get(Provenance.DATA_FILE_HASH);
    return hash == null
        ? Optional.empty()
        : Optional.of(new DataFile((String) sweep.get(Provenance.DATA_FILE), (String) hash));
  }

  /** Its file; with as many seeds as were run, where those are more than the file says. */
  SweepSpec spec(String name, String file, Map<String, String> set, AxisCatalog catalog)
      throws IOException, SpecException {
    Map<String, String> more = new HashMap<>(set);
    SweepSpec spec = SpecFile.read(name + "/" + SpecCopy.PATH, file, set, catalog);
    if (data().isPresent()) {
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
    return more.equals(set) ? spec : SpecFile.read(name + "/" + SpecCopy.PATH, file, more, catalog);
  }

  /** Its state as a table with a record shows it; empty if the file lacks one of its cells. */
  Optional<SweepView> recorded(SweepSpec spec, ClaimRecord record) {
    SweepHeader header =
        new SweepHeader(
                (String) sweep.get("sweep_id"),
                (String) sweep.get("sweep"),
                (String) sweep.get("spec"),
                (Long) sweep.get("seed"),
                rows.size(),
                new Objective(
                    (String) sweep.get("objective_metric"),
                    Objective.Goal.valueOf(
                        ((String) sweep.get("objective_goal")).toUpperCase(Locale.ROOT))),
                0,
                threads(),
                provenance())
            .judgedOn(record.run(record.runs()).flatMap(run -> run.text("held_out")));
    return view(spec, header, record);
  }

  /** Its state with the cells' names, which only the file has; empty as above. */
  Optional<SweepView> named(SweepSpec spec) {
    SweepHeader header = SpecHeader.of(spec, rows.size(), threads(), provenance());
    return view(spec, header, new ClaimRecord(List.of()));
  }

  private int threads() {
    return ((Long) sweep.get("threads_per_trial")).intValue();
  }

  private Optional<SweepView> view(SweepSpec spec, SweepHeader header, ClaimRecord record) {
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
    return Optional.of(view(header, trials, record));
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

  private SweepView view(SweepHeader header, List<TrialStatus> trials, ClaimRecord record) {
    Optional<Instant> firstResult =
        rows.stream()
            .flatMap(row -> Optional.ofNullable((Instant) row.get("ended_at")).stream())
            .min(Comparator.naturalOrder());
    List<TrialStatus> settled =
        trials.stream().filter(trial -> trial.state().successful()).toList();
    List<TrialStatus> others =
        trials.stream().filter(trial -> !trial.state().successful()).toList();
    return new SweepView(
        header,
        began(record),
        RanFor.once(
            began(record),
            Optional.ofNullable((Instant) sweep.get("ended_at")).orElse(began(record))),
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

  private SortedMap<String, String> provenance() {
    SortedMap<String, String> provenance =
        new TreeMap<>(data().map(DataFile::provenance).orElse(Map.of()));
    for (String key :
        List.of(Provenance.CODE_VERSION, Provenance.CPU, Provenance.OS, Provenance.JVM)) {
      Optional.ofNullable(sweep.get(key)).ifPresent(value -> provenance.put(key, value.toString()));
    }
    return provenance;
  }

  private Instant began(ClaimRecord record) {
    return record
        .run(record.runs())
        .flatMap(run -> run.time("began"))
        .orElseGet(
            () -> Optional.ofNullable((Instant) sweep.get("started_at")).orElse(Instant.EPOCH));
  }
}
