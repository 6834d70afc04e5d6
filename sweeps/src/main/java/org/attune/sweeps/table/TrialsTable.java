package org.attune.sweeps.table;

import static org.attune.sweeps.table.Column.Type.DOUBLE;
import static org.attune.sweeps.table.Column.Type.LONG;
import static org.attune.sweeps.table.Column.Type.STRING;
import static org.attune.sweeps.table.Column.Type.STRING_MAP;

import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Trial;
import org.attune.sweeps.event.AdoptedFrom;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;

/** The columns of {@code trials}. */
final class TrialsTable {

  /**
   * What the columns of a row are computed from.
   *
   * @param counting the attempt that counts; empty before the first
   */
  record Row(SweepHeader sweep, CellNames names, TrialStatus status, Optional<Attempt> counting) {

    private Row(SweepHeader sweep, CellNames names, TrialStatus status) {
      this(sweep, names, status, status.attempt());
    }

    Trial trial() {
      return status.trial();
    }

    Configuration configuration() {
      return status.trial().configuration();
    }

    Optional<String> fact(String key) {
      return counting.map(attempt -> attempt.provenance().get(key));
    }
  }

  static final Table<Row> TABLE =
      Table.<Row>of("trials", "one row for each trial; all its parameters in one map")
          .with("sweep_id", STRING, row -> row.sweep().sweepId())
          .says("the sweep")
          .with("trial_id", STRING, row -> row.trial().id())
          .says("the trial: the beginning of its configuration's hash, and its replicate")
          .maybe("cell", STRING, row -> Optional.of(row.names().cell(row.configuration())))
          .says(
              "the name that the user gave the cell, else the values of what the file sweeps; null in tables of 0.1")
          .with("index", LONG, row -> row.trial().index())
          .says("in which place the search proposed it, from 0")
          .with("config_hash", STRING, row -> row.configuration().hash())
          .says("SHA-256 of its configuration: trials of one cell share it")
          .with("replicate", LONG, row -> row.trial().replicate())
          .says("which of its cell's seeds, from 0")
          .with("seed", LONG, row -> row.trial().seed())
          .says("what its random numbers come from, the same in every cell for one replicate")
          .with("state", STRING, row -> row.status().state().label())
          .says(
              "pending, running, finished (also with a NaN objective), stopped (by a rule) or failed")
          .maybe("objective", DOUBLE, row -> objective(row.status()))
          .says("the objective's value, in the metric's unit; NaN where training ended with NaN")
          .with("attempts", LONG, row -> row.status().attempts().size())
          .says("attempts", "how often it was begun")
          .maybe("data_file", STRING, row -> row.sweep().data().map(DataFile::name))
          .says("the file or folder that --data named")
          .maybe("data_file_hash", STRING, row -> row.sweep().data().map(DataFile::hash))
          .says("SHA-256 of its content")
          .with("params", STRING_MAP, row -> Map.copyOf(row.configuration().values()))
          .says("every key of its configuration with its value as text")
          .maybe("holes", STRING_MAP, TrialsTable::holes)
          .says(
              "what the sweep file put into its formulas' holes, by key; null without holes and in tables before 0.2")
          .maybe(
              AdoptedFrom.DIRECTORY,
              STRING,
              row -> row.status().adopted().map(AdoptedFrom::directory))
          .says(
              "the directory of the sweep that trained it, or its first steps; null where this sweep did, and in tables before 0.2")
          .maybe(AdoptedFrom.SWEEP, STRING, row -> row.status().adopted().map(AdoptedFrom::sweepId))
          .says("the id of that sweep; the trial has the same id there");

  private TrialsTable() {}

  /** The rows of a table that has one for each trial. */
  static TableRows rows(
      Table<Row> table, SweepView sweep, CellNames names, ToIntFunction<String> settledBefore) {
    return TableRows.of(
        table,
        sweep.settledTrials(),
        sweep.unsettledTrials(),
        settledBefore,
        status -> new Row(sweep.header(), names, status));
  }

  static Optional<Double> objective(TrialStatus status) {
    return status.objective().isPresent()
        ? Optional.of(status.objective().getAsDouble())
        : Optional.empty();
  }

  private static Optional<?> holes(Row row) {
    Map<String, String> holes = row.configuration().holes();
    return holes.isEmpty() ? Optional.empty() : Optional.of(Map.copyOf(holes));
  }
}
